import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { GATEWAY_STALE_MS } from "./freshness";

/** Whether more than one gateway is running, so that a connection can reach another one than that of a call. */
export async function hasSeveralGateways(): Promise<boolean> {
  const [rows] = await plainBatch(
    plain
      .selectFrom("voice_gateways")
      .select("gateway_id")
      .where(sql<boolean>`last_reported_at > now() - ${GATEWAY_STALE_MS} * interval '1 ms'`)
      // A load balancer sends no calls to a server where there are separate gateways.
      .where(sql<boolean>`(is_separate or not exists (select from voice_gateways where is_separate))`)
      .limit(2),
  );
  return rows.length > 1;
}
