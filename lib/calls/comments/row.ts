import type { AuditView } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { Comment } from "./schema";

const COLUMNS = [
  "id",
  "call_id",
  "author_type",
  "author_id",
  "text",
  "turn_index",
  "offset_ms",
  "created_at",
  "edited_at",
] as const;

/** A comment's row. Only this folder writes it, so its columns have these types. */
export type CommentRow = Pick<
  Comment,
  "id" | "call_id" | "turn_index" | "offset_ms" | "created_at" | "edited_at"
> & { author_type: Comment["author"]["type"]; author_id: string; text: Buffer };

/** The field reference of a comment's sealed text. */
export const commentFieldRef = (id: string) => ({ table: "call_comments", row: id, field: "text" });

/** Selects the comments on a call. */
export const selectComments = (workspaceId: string, callId: string) =>
  db
    .selectFrom("call_comments")
    .select(COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", callId);

/** The audit view: the text is free text, and stays with the call. */
export const commentAuditView = (
  { environment }: Pick<Ctx, "environment">,
  { call_id, turn_index, offset_ms }: Pick<CommentRow, "call_id" | "turn_index" | "offset_ms">,
): AuditView => ({ environment, call_id, turn_index, offset_ms });

/**
 * Whether the caller wrote the comment. API keys share their comments, because a key is replaced by another one
 * and its comments stay.
 */
export const isAuthor = (
  { actor }: Pick<Ctx, "actor">,
  { author_type, author_id }: Pick<CommentRow, "author_type" | "author_id">,
): boolean => actor.type === author_type && (actor.type === "key" || actor.id === author_id);
