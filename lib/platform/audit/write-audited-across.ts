import { sql } from "kysely";
import { db, type Tx, writeUnaudited } from "@/lib/platform/db";
import { type AuditEvent, type Auditor, appendAuditEvent } from "./write-audited";

/** An audit event for the log of one workspace. */
type WorkspaceEvent = { auditor: Auditor; audit: AuditEvent };

/** Statement that selects the workspace for the rest of the transaction. */
const selectWorkspace = (id: string) =>
  db.selectNoFrom(sql`set_config('app.workspace_id', ${id}, true)`.as("set"));

/**
 * Writes a change that belongs to no workspace (a person's account), with an event in the audit log of every
 * workspace that it concerns. One transaction covers everything, so that the logs agree. Chains are locked in
 * the order of workspace ids, which prevents deadlocks.
 */
export function writeAuditedAcross<T>(
  entries: readonly WorkspaceEvent[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const inOrder = [...entries].sort((a, b) => (a.auditor.workspaceId < b.auditor.workspaceId ? -1 : 1));
  return writeUnaudited({ workspaceId: "" }, async (tx) => {
    const result = await work(tx);
    for (const { auditor, audit } of inOrder)
      await tx.batch(selectWorkspace(auditor.workspaceId), appendAuditEvent(auditor, audit));
    return result;
  });
}
