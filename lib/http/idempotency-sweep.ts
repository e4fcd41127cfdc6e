import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { db, writeUnaudited } from "@/lib/platform/db";
import { workspaceIds } from "@/lib/platform/db/plain";

/** Deletes expired idempotency records in every workspace. Returns their number. */
export async function sweepIdempotencyKeys(clock: Clock = systemClock): Promise<number> {
  const now = iso(clock.now());
  let removed = 0;
  for (const workspaceId of await workspaceIds()) {
    const expired = db
      .deleteFrom("idempotency_keys")
      .where("workspace_id", "=", workspaceId)
      .where("expires_at", "<=", now)
      .returning("expires_at");
    const [rows] = await writeUnaudited({ workspaceId }, { run: [expired] });
    removed += rows.length;
  }
  return removed;
}
