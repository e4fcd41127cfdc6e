import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { GATEWAY_STALE_MS } from "./freshness";

/** Whether a gateway with a SIP endpoint is running. Throws `unavailable` without the database. */
export async function hasSipGateway(): Promise<boolean> {
  const [rows] = await plainBatch(
    plain
      .selectFrom("voice_gateways")
      .select("gateway_id")
      .where("carries_sip", "=", true)
      .where(sql<boolean>`last_reported_at > now() - ${GATEWAY_STALE_MS} * interval '1 ms'`)
      .limit(1),
  );
  return rows.length > 0;
}
