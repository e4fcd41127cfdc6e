import { scrubCardText } from "@/lib/masking";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { lockCallForText } from "./lock-call";
import { readComment } from "./read";
import { commentAuditView, commentFieldRef } from "./row";
import type { Comment, CreateComment } from "./schema";

/** Comments on one call: more than a review of it writes, and few enough to be masked together. */
export const MAX_COMMENTS = 200;

/** Returns the author of a new comment. Throws 403 for an actor that is neither a member nor an API key. */
function authorOf({ actor }: Ctx): Comment["author"] {
  if (actor.type === "member" || actor.type === "key") return { type: actor.type, id: actor.id };
  throw new AppError("comment_needs_member_or_key");
}

/**
 * Comments on a call. The text is sealed with the key that seals the call's transcript, and payment cards are
 * removed from it. Throws 404, and 409 if the call's content is gone or the call has too many comments.
 */
export async function createComment(
  ctx: Ctx,
  callId: string,
  { text, turn_index, offset_ms }: CreateComment,
): Promise<Comment> {
  const author = authorOf(ctx);
  const now = ctx.now();
  const id = newId("cmt", Date.parse(now));
  await writeAudited(ctx, async (tx) => {
    const sealer = await lockCallForText(tx, ctx, callId);
    const existing = await tx.first(
      db
        .selectFrom("call_comments")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("workspace_id", "=", ctx.workspaceId)
        .where("call_id", "=", callId),
    );
    if ((existing?.count ?? 0) >= MAX_COMMENTS)
      throw new AppError("too_many_comments", { params: { max: MAX_COMMENTS } });
    const position = { call_id: callId, turn_index, offset_ms };
    await tx.first(
      db.insertInto("call_comments").values({
        ...position,
        id,
        workspace_id: ctx.workspaceId,
        author_type: author.type,
        author_id: author.id,
        text: sealer.seal(commentFieldRef(id), scrubCardText(text)),
        created_at: now,
      }),
    );
    const after = commentAuditView(ctx, position);
    return { result: undefined, audit: { action: "comment.created", target: id, after } };
  });
  return readComment(ctx, callId, id);
}
