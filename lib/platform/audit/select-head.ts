import { db } from "@/lib/platform/db";

/** Selects the last entry of a workspace's chain, as the database recorded it. */
export const selectHead = (workspaceId: string) =>
  db.selectFrom("audit_heads").select(["seq", "hash"]).where("workspace_id", "=", workspaceId);
