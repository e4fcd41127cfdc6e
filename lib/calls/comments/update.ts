import { scrubCardText } from "@/lib/masking";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { lockCallForText } from "./lock-call";
import { readComment } from "./read";
import { type CommentRow, commentAuditView, commentFieldRef, isAuthor, selectComments } from "./row";
import type { Comment, UpdateComment } from "./schema";

type Position = Pick<Comment, "turn_index" | "offset_ms">;

/** The new position: a given number replaces either kind of position, and a given null removes its own kind. */
function positionOf({ turn_index, offset_ms }: UpdateComment, before: Position): Position {
  if (typeof turn_index === "number") return { turn_index, offset_ms: null };
  if (typeof offset_ms === "number") return { turn_index: null, offset_ms };
  return {
    turn_index: turn_index === null ? null : before.turn_index,
    offset_ms: offset_ms === null ? null : before.offset_ms,
  };
}

/**
 * Changes a comment that the caller wrote. Throws 404, 403 for another author's comment, and 409 if the call's
 * content is gone.
 */
export async function updateComment(
  ctx: Ctx,
  { id: callId, comment: id }: { id: string; comment: string },
  changes: UpdateComment,
): Promise<Comment> {
  const { text } = changes;
  await writeAudited(ctx, async (tx) => {
    const sealer = await lockCallForText(tx, ctx, callId);
    const row = (await tx.first(
      selectComments(ctx.workspaceId, callId).where("id", "=", id).forNoKeyUpdate(),
    )) as CommentRow | undefined;
    if (row === undefined) throw notFound();
    if (!isAuthor(ctx, row)) throw new AppError("comment_change_needs_author");
    const position = positionOf(changes, row);
    const isMoved = position.turn_index !== row.turn_index || position.offset_ms !== row.offset_ms;
    if (text === undefined && !isMoved) return { result: undefined, audit: null };
    await tx.first(
      db
        .updateTable("call_comments")
        .set({
          ...position,
          ...(text !== undefined && {
            text: sealer.seal(commentFieldRef(id), scrubCardText(text)),
            edited_at: ctx.now(),
          }),
        })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    return {
      result: undefined,
      audit: {
        action: "comment.updated",
        target: id,
        before: commentAuditView(ctx, row),
        after: { ...commentAuditView(ctx, { ...row, ...position }), text_changed: text !== undefined },
      },
    };
  });
  return readComment(ctx, callId, id);
}
