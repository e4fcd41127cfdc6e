import { sql } from "kysely";
import { db, record, type Tx } from "@/lib/platform/db";
import { type AuditEvent, type Auditor, append } from "./mutate";

/** What the log of one workspace is told. */
type Entry = { auditor: Auditor; audit: AuditEvent };

/** What follows in the transaction is of this workspace. */
const inWorkspace = (id: string) =>
  db.selectNoFrom(sql`set_config('app.workspace_id', ${id}, true)`.as("set"));

/**
 * A change of what belongs to no workspace (a person's account), with its entry in the log of every workspace that it
 * concerns: all of it in one transaction, so that no log misses what the others have. Everybody takes the chains in
 * the order of the workspaces' ids, so nobody waits in a circle.
 */
export function mutateAcross<T>(entries: readonly Entry[], work: (tx: Tx) => Promise<T>): Promise<T> {
  const inOrder = [...entries].sort((a, b) => (a.auditor.workspaceId < b.auditor.workspaceId ? -1 : 1));
  return record({ workspaceId: "" }, async (tx) => {
    const result = await work(tx);
    for (const { auditor, audit } of inOrder)
      await tx.batch(inWorkspace(auditor.workspaceId), append(auditor, audit));
    return result;
  });
}
