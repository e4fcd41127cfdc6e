import type { Turn } from "@/lib/calls/calls/schema";
import type { Comment } from "@/lib/calls/comments/schema";

type Position = Pick<Comment, "turn_index" | "offset_ms">;

/** The time in the call that a comment is about, in milliseconds; null for the whole call, or a turn that is gone. */
export function commentTime({ turn_index, offset_ms }: Position, turns: readonly Turn[]): number | null {
  if (turn_index === null) return offset_ms;
  return turns.find(({ index }) => index === turn_index)?.start_ms ?? null;
}
