import { db } from "@/lib/platform/db";

/** Statement that deletes every comment on a call. */
export const deleteComments = (workspaceId: string, callId: string) =>
  db.deleteFrom("call_comments").where("workspace_id", "=", workspaceId).where("call_id", "=", callId);
