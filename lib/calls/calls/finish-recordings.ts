import { sql } from "kysely";
import { db } from "@/lib/platform/db";
import { dueTime, enqueueEachExpression } from "@/lib/platform/jobs";

/** Enqueues `recording.finish` for each row of the query, which has the columns `workspace_id` and `call_id`. */
const enqueueFinish = (runAt: string) =>
  enqueueEachExpression(
    "recording.finish",
    { workspaceId: sql`workspace_id`, callId: sql`call_id` },
    { key: sql`'recording:' || call_id`, runAt: sql`${dueTime(runAt)}::timestamptz` },
  ).as("enqueued");

/** Statement that queues `recording.finish` for each of the calls that has a recording. */
export const finishRecordings = (workspaceId: string, callIds: readonly string[], runAt: string) =>
  db
    .selectFrom("recordings")
    .select(enqueueFinish(runAt))
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "in", callIds);

/**
 * Statement that queues `recording.finish` at a later time, unless the state has changed. It locks the recording first: the end of a
 * call changes the state and makes the job due at once, and a later time must not replace that.
 */
export const postponeRecording = (workspaceId: string, callId: string, state: string, runAt: string) =>
  db
    .with("locked", (cte) =>
      cte
        .selectFrom("recordings")
        .select(["workspace_id", "call_id"])
        .where("workspace_id", "=", workspaceId)
        .where("call_id", "=", callId)
        .where("state", "=", state)
        .forNoKeyUpdate(),
    )
    .selectFrom("locked")
    .select(enqueueFinish(runAt));
