import { db, type Tx } from "@/lib/platform/db";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import {
  type StoredConnection,
  selectConnection,
  selectDomains,
  ssoRevision,
  toConnection,
} from "./connection";

/**
 * Locks a workspace's single sign-on settings for a change, and returns them: `connection` is null before the first. The lock of
 * the workspace orders concurrent changes, also the first, which has no row. Throws `precondition_failed`.
 */
export async function lockSettings(
  tx: Tx,
  workspaceId: string,
  ifMatch: IfMatch,
): Promise<{ connection: StoredConnection | null; domains: string[] }> {
  await tx.first(db.selectFrom("workspaces").select("id").where("id", "=", workspaceId).forNoKeyUpdate());
  const row = await tx.first(selectConnection(workspaceId).forUpdate());
  const connection = row === undefined ? null : toConnection(row);
  const domains = (await tx.all(selectDomains(workspaceId))).map(({ domain }) => domain);
  requireMatch(ifMatch, { revision: ssoRevision(connection, domains) }, "sso");
  return { connection, domains };
}
