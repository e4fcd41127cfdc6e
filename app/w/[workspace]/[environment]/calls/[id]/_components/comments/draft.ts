import { clock } from "@/components/words";
import type { Turn } from "@/lib/calls/calls/schema";
import type { Comment } from "@/lib/calls/comments/schema";
import type { Translator } from "@/messages/translator";
import { commentTime } from "./comment-time";

/** The subject of a comment: a turn, a time, or the whole call. */
export type CommentPosition = Pick<Comment, "turn_index" | "offset_ms">;

export const WHOLE_CALL: CommentPosition = { turn_index: null, offset_ms: null };

/** A position in words. */
export function positionText(
  t: Translator<"calls.comments">,
  position: CommentPosition,
  turns: readonly Turn[],
): string {
  const atMs = commentTime(position, turns);
  if (position.turn_index !== null)
    return atMs === null ? t("aboutMissing") : t("aboutTurn", { time: clock(atMs) });
  return atMs === null ? t("wholeCall") : t("aboutTime", { time: clock(atMs) });
}
