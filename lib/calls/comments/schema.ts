import { z } from "zod";
import { CallId } from "@/lib/calls/calls/schema";
import { id, nonBlankText, pageOf, pageQuery, Time } from "@/lib/platform/schema";

/** Longer than a remark about a moment of a call. A text about the whole call goes into its notes. */
export const MAX_COMMENT = 2_000;
/** A call lasts at most some hours, which is far below this number of milliseconds, and of turns. */
const MAX_POSITION = 2_147_483_647;

const CommentId = id("cmt");
export const CommentListParams = z.strictObject({ id: CallId });
export const CommentParams = z.strictObject({ id: CallId, comment: CommentId });
export const ListComments = z.strictObject(pageQuery);
export type ListComments = z.output<typeof ListComments>;

const Position = z.int().min(0).max(MAX_POSITION).nullable();
type Position = z.output<typeof Position>;
const hasOnePosition = (input: { turn_index?: Position | undefined; offset_ms?: Position | undefined }) =>
  typeof input.turn_index !== "number" || typeof input.offset_ms !== "number";
const ONE_POSITION = { error: "Use turn_index or offset_ms, not both.", path: ["offset_ms"] };

/** `turn_index` or `offset_ms` is the place in the call that the comment is about; without both, it is the whole call. */
export const CreateComment = z
  .strictObject({
    text: nonBlankText(MAX_COMMENT),
    turn_index: Position.default(null),
    offset_ms: Position.default(null),
  })
  .refine(hasOnePosition, ONE_POSITION);
export type CreateComment = z.output<typeof CreateComment>;

/** A new `turn_index` replaces `offset_ms`, and the reverse. Null removes the position. */
export const UpdateComment = z
  .strictObject({
    text: nonBlankText(MAX_COMMENT).optional(),
    turn_index: Position.optional(),
    offset_ms: Position.optional(),
  })
  .refine(hasOnePosition, ONE_POSITION);
export type UpdateComment = z.output<typeof UpdateComment>;

export const Comment = z.strictObject({
  id: CommentId,
  call_id: CallId,
  /** Masked like the call's notes. */
  text: z.string(),
  turn_index: z.int().nullable(),
  offset_ms: z.int().nullable(),
  author: z.strictObject({ type: z.enum(["key", "member"]), id: z.string() }),
  created_at: Time,
  /** The time of the last change of the text. */
  edited_at: Time.nullable(),
});
export type Comment = z.output<typeof Comment>;
export const CommentPage = pageOf(Comment);
