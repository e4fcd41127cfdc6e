import { maskNotes, type OpenedCall, openCall } from "@/lib/calls/calls";
import type { Admission } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { listPage, type Order, type Page } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { type CommentRow, commentFieldRef, selectComments } from "./row";
import type { Comment, ListComments } from "./schema";

/** In the order in which they were written. */
const OLDEST_FIRST: Order = { column: "created_at", kind: "time", direction: "asc" };

/** Opens and masks comments on a call. Without the call's key there are none. */
async function presentComments(
  { workspaceId }: Pick<Ctx, "workspaceId">,
  call: OpenedCall,
  rows: readonly CommentRow[],
  admission?: Admission,
): Promise<Comment[]> {
  const { sealer } = call;
  if (sealer === undefined) return [];
  const texts = rows.map(({ id, text }) => sealer.openText(commentFieldRef(id), text));
  const masked = await maskNotes(workspaceId, call, texts, admission);
  return rows.map(({ author_type, author_id, ...row }, n) => ({
    id: row.id,
    call_id: row.call_id,
    text: masked[n] ?? "",
    turn_index: row.turn_index,
    offset_ms: row.offset_ms,
    author: { type: author_type, id: author_id },
    created_at: row.created_at,
    edited_at: row.edited_at,
  }));
}

/** Lists the comments on a call, oldest first. Throws 404. */
export async function listComments(ctx: Ctx, callId: string, query: ListComments): Promise<Page<Comment>> {
  const call = await openCall(ctx, callId);
  const { data, ...page } = await listPage(ctx, selectComments(ctx.workspaceId, callId), query, OLDEST_FIRST);
  return { ...page, data: await presentComments(ctx, call, data as CommentRow[]) };
}

/** Reads one comment. Throws 404. */
export async function readComment(ctx: Ctx, callId: string, id: string): Promise<Comment> {
  const call = await openCall(ctx, callId);
  const row = await ctx.db.first(selectComments(ctx.workspaceId, callId).where("id", "=", id));
  const [comment] = row === undefined ? [] : await presentComments(ctx, call, [row as CommentRow]);
  if (comment === undefined) throw notFound();
  return comment;
}

/** Reads every comment on calls of this environment, by call. Calls without comments are left out. */
export async function readCommentsOfCalls(
  ctx: Ctx,
  callIds: readonly string[],
): Promise<Map<string, Comment[]>> {
  const comments = new Map<string, Comment[]>();
  if (callIds.length === 0) return comments;
  const commented = await ctx.db.all(
    db
      .selectFrom("call_comments")
      .select("call_id")
      .distinct()
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "in", callIds),
  );
  for (const { call_id: callId } of commented) {
    const rows = await ctx.db.all(
      selectComments(ctx.workspaceId, callId).orderBy("created_at").orderBy("id"),
    );
    const call = await openCall(ctx, callId);
    comments.set(callId, await presentComments(ctx, call, rows as CommentRow[], "always"));
  }
  return comments;
}
