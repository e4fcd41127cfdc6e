import { z } from "zod";
import { CallId } from "@/lib/calls/calls/schema";
import { USE_A_SINGLE_POSITION } from "@/lib/platform/reasons/fields/calls";
import { id, nonBlankText, pageOf, pageQuery, Time } from "@/lib/platform/schema";
import { MAX_COMMENT } from "./values";

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
const ONE_POSITION = { error: USE_A_SINGLE_POSITION, path: ["offset_ms"] };

/**
 * `turn_index` or `offset_ms` is the place in the call that the comment is about; without both, it is the
 * whole call.
 */
export const CreateComment = z
  .strictObject({
    /** The remark. Sensitive values in it are masked in every output. */
    text: nonBlankText(MAX_COMMENT),
    /** Index of the turn that the comment is about; null for none. Cannot be combined with `offset_ms`. */
    turn_index: Position.default(null),
    /** Position in the call that the comment is about, in milliseconds; null for none. */
    offset_ms: Position.default(null),
  })
  .refine(hasOnePosition, ONE_POSITION);
export type CreateComment = z.output<typeof CreateComment>;

/** A new `turn_index` replaces `offset_ms`, and the reverse. Null removes the position. */
export const UpdateComment = z
  .strictObject({
    /** The remark, which replaces the current one. */
    text: nonBlankText(MAX_COMMENT).optional(),
    /** Index of the turn that the comment is about. It replaces `offset_ms`; null removes it. */
    turn_index: Position.optional(),
    /**
     * Position in the call that the comment is about, in milliseconds. It replaces `turn_index`; null
     * removes it.
     */
    offset_ms: Position.optional(),
  })
  .refine(hasOnePosition, ONE_POSITION);
export type UpdateComment = z.output<typeof UpdateComment>;

export const Comment = z.strictObject({
  id: CommentId,
  call_id: CallId,
  /** Masked like the call's notes. */
  text: z.string(),
  /** Index of the turn that the comment is about. Null if it has an offset, or is about the whole call. */
  turn_index: z.int().nullable(),
  /**
   * Position in the call that the comment is about, in milliseconds. Null if it has a turn, or is about the
   * whole call.
   */
  offset_ms: z.int().nullable(),
  /** The member or API key that wrote the comment. Only its author can change it. */
  author: z.strictObject({
    /** Kind of the author. */
    type: z.enum(["key", "member"]),
    /** Identifier of the member, `mem_…`, or the API key, `key_…`. */
    id: z.string(),
  }),
  created_at: Time,
  /** The time of the last change of the text. */
  edited_at: Time.nullable(),
});
export type Comment = z.output<typeof Comment>;
export const CommentPage = pageOf(Comment);
