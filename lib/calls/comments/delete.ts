import { hasCapability } from "@/lib/identity/access";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { type CommentRow, commentAuditView, isAuthor } from "./row";

/** Locks a comment on a call of this environment, for its deletion. */
const lockComment = (ctx: Ctx, callId: string, id: string) =>
  db
    .selectFrom("call_comments as c")
    .innerJoin("calls", (join) =>
      join.onRef("calls.workspace_id", "=", "c.workspace_id").onRef("calls.id", "=", "c.call_id"),
    )
    .select(["c.id", "c.call_id", "c.author_type", "c.author_id", "c.turn_index", "c.offset_ms"])
    .select(["c.created_at", "c.edited_at"])
    .where("c.workspace_id", "=", ctx.workspaceId)
    .where("calls.environment", "=", ctx.environment)
    .where("c.call_id", "=", callId)
    .where("c.id", "=", id)
    .forUpdate("c");

/**
 * Permanently deletes a comment: one that the caller wrote, or with `calls.delete` any. Throws 404, and 403 for
 * another author's comment.
 */
export async function deleteComment(
  ctx: Ctx,
  { id: callId, comment: id }: { id: string; comment: string },
): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const row = (await tx.first(lockComment(ctx, callId, id))) as Omit<CommentRow, "text"> | undefined;
    if (row === undefined) throw notFound();
    if (!isAuthor(ctx, row) && !hasCapability(ctx.actor.role, "calls.delete"))
      throw new AppError("comment_deletion_needs_author_or_admin");
    await tx.first(
      db.deleteFrom("call_comments").where("workspace_id", "=", ctx.workspaceId).where("id", "=", id),
    );
    const before = commentAuditView(ctx, row);
    return { result: undefined, audit: { action: "comment.deleted", target: id, before } };
  });
}
