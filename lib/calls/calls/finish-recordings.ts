import { sql } from "kysely";
import { db } from "@/lib/platform/db";
import { enqueuedEach } from "@/lib/platform/jobs";

/** The statement by which files are made of these calls' recordings, or are looked at again; none for a call without one. */
export const finishRecordings = (workspaceId: string, callIds: readonly string[], runAt: string) =>
  db
    .selectFrom("recordings")
    .select(
      enqueuedEach(
        "recording.finish",
        { workspaceId: sql`workspace_id`, callId: sql`call_id` },
        { key: sql`'recording:' || call_id`, runAt: sql`${runAt}::timestamptz` },
      ).as("enqueued"),
    )
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "in", callIds);
