import { sql } from "kysely";
import { db } from "@/lib/platform/db";
import type { ActiveCall } from "./active-call";
import { appendUsage } from "./append-usage";
import type { Lease } from "./lease";
import { scheduleTick } from "./session";
import { usageMeterOf } from "./usage-meter";

/**
 * Leaves an ended call to the queue, whose worker settles it at `runAt`. Stores what this process has used for the call,
 * counts `attempts` of settling, and releases the lease. Throws 409 `in_progress` if the lease is lost.
 */
export async function queueSettlement(
  { ctx, row }: ActiveCall,
  lease: Lease,
  runAt: string,
  attempts: number = row.attempts ?? 0,
): Promise<void> {
  await lease.write(
    [
      db
        .updateTable("call_sessions")
        .set({ attempts, due_at: runAt, usage: appendUsage(sql`usage`, usageMeterOf(row).take(null)) })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("call_id", "=", row.id),
      scheduleTick(ctx.workspaceId, row.id, runAt),
    ],
    "last",
  );
}
