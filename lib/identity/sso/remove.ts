import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { IfMatch } from "@/lib/platform/if-match";
import { lockSettings } from "./lock-settings";

/**
 * Requires an owner who can sign in by password. Members created by single sign-on cannot sign in without it.
 */
async function requirePasswordOwner(tx: Tx, workspaceId: string): Promise<void> {
  const owner = await tx.first(
    db
      .selectFrom("members")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("role", "=", "owner")
      .where("joined_by_sso", "=", false)
      .limit(1),
  );
  if (owner === undefined) throw new AppError("sso_only_owners");
}

/**
 * Removes the connection with its domains, break-glass code and pending requests. Members who did not join by
 * single sign-on can use their passwords again. Existing sessions stay open. Does nothing without a
 * connection. Throws `invalid_state` if no owner could sign in afterwards, and `precondition_failed`. jackson keeps only the
 * provider's public metadata, which are unusable without this row and are replaced by the next connection.
 */
export async function removeSso(ctx: Ctx, ifMatch: IfMatch = null): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const deleteRows = (table: "sso_connections" | "sso_domains" | "sso_requests") =>
      db.deleteFrom(table as "sso_domains").where("workspace_id", "=", ctx.workspaceId);
    const { connection } = await lockSettings(tx, ctx.workspaceId, ifMatch);
    if (connection === null) return { result: undefined, audit: null };
    await requirePasswordOwner(tx, ctx.workspaceId);
    await tx.batch(deleteRows("sso_domains"), deleteRows("sso_requests"), deleteRows("sso_connections"));
    return { result: undefined, audit: { action: "sso.disconnected", target: ctx.workspaceId } };
  });
}
