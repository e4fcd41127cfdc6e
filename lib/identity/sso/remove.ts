import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** Whom the provider made a member no password lets in: without an owner of another kind nobody could come back. */
async function requirePasswordOwner(tx: Tx, workspaceId: string): Promise<void> {
  const owner = await tx.one(
    db
      .selectFrom("members")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("role", "=", "owner")
      .where("joined_by_sso", "=", false)
      .limit(1),
  );
  if (owner === undefined)
    throw new AppError(
      "invalid_state",
      "Every owner came in by single sign-on, and could not come back without it. Invite an owner by a link first.",
    );
}

/**
 * Takes the connection away, with its domains, its break-glass code and what waits for an answer: from now on passwords
 * open the workspace again to whom it did not make a member. Sessions that it opened go on. Where there is none nothing
 * happens. Throws `invalid_state` where that would leave nobody who can come in as an owner. What jackson keeps is what
 * the provider publishes; it opens nothing without this row, and the next connection takes its place.
 */
export async function removeSso(ctx: Ctx): Promise<void> {
  await mutate(ctx, async (tx) => {
    const own = (table: "sso_connections" | "sso_domains" | "sso_requests") =>
      db.deleteFrom(table as "sso_domains").where("workspace_id", "=", ctx.workspaceId);
    const gone = await tx.one(own("sso_connections").returning("workspace_id"));
    if (gone === undefined) return { result: undefined, audit: null };
    await requirePasswordOwner(tx, ctx.workspaceId);
    await tx.batch(own("sso_domains"), own("sso_requests"));
    return { result: undefined, audit: { action: "sso.disconnected", target: ctx.workspaceId } };
  });
}
