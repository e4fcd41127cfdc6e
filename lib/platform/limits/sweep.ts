import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";

/** A key that has been idle for this long has nothing left in its window of a minute, with a wide margin. */
const IDLE_MS = 10 * 60_000;

/**
 * Deletes the windows of idle keys, so that the table's size follows current use. Returns their number.
 * Locked rows are left for the next sweep.
 */
export async function sweepWindows(idleMs: number = IDLE_MS): Promise<number> {
  const idle = plain
    .selectFrom("rate_limits")
    .select("key")
    .where(
      sql<boolean>`coalesce(hits[cardinality(hits)], 0) < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${idleMs}::bigint`,
    )
    .forUpdate()
    .skipLocked();
  const [rows] = await plainBatch(plain.deleteFrom("rate_limits").where("key", "in", idle).returning("key"));
  return rows.length;
}
