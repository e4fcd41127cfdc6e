import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { GATEWAY_STALE_MS } from "./freshness";

/** Whether a voice gateway is running, also one without free calls. Throws `unavailable` without the database. */
export async function hasGateway(): Promise<boolean> {
  const [rows] = await plainBatch(
    plain
      .selectFrom("voice_gateways")
      .select("gateway_id")
      .where(sql<boolean>`last_reported_at > now() - ${GATEWAY_STALE_MS} * interval '1 ms'`)
      .limit(1),
  );
  return rows.length > 0;
}
