import { sql } from "kysely";
import { db } from "@/lib/platform/db";
import { dueTime, enqueueEachExpression } from "@/lib/platform/jobs";

/** Statement that queues `recording.finish` for each of the calls that has a recording. */
export const finishRecordings = (workspaceId: string, callIds: readonly string[], runAt: string) =>
  db
    .selectFrom("recordings")
    .select(
      enqueueEachExpression(
        "recording.finish",
        { workspaceId: sql`workspace_id`, callId: sql`call_id` },
        { key: sql`'recording:' || call_id`, runAt: sql`${dueTime(runAt)}::timestamptz` },
      ).as("enqueued"),
    )
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "in", callIds);
