import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";

/** A worker whose last beat is older is dead: six beats missed. */
export const STALE_MS = 30_000;

/** Whether some worker takes jobs. Throws `unavailable` when the database cannot be asked. */
export async function isWorkerRunning(): Promise<boolean> {
  const fresh = sql<boolean>`last_heartbeat_at > now() - ${STALE_MS} * interval '1 ms'`;
  const [rows] = await plainBatch(
    plain.selectFrom("worker_heartbeats").select("worker_id").where(fresh).limit(1),
  );
  return rows.length > 0;
}
