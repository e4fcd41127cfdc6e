import type { Turn } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";

/** A turn stays active for this long during a pause. */
const PAUSE_MS = 400;

type Range = Pick<RecordingPeaks, "started_ms" | "duration_ms">;

/** Whether a part of a turn is in the recording. */
export const isHeard = ({ start_ms, end_ms }: Turn, { started_ms, duration_ms }: Range): boolean =>
  end_ms > started_ms && start_ms < started_ms + duration_ms && end_ms > start_ms;

/** The turn at this time of the call; the later one where two overlap. */
export function turnAt(turns: readonly Turn[], callMs: number): number | null {
  const activeTurns = turns.filter(
    ({ start_ms, end_ms }) => start_ms <= callMs && callMs < Math.max(start_ms, end_ms) + PAUSE_MS,
  );
  return activeTurns.at(-1)?.index ?? null;
}

/** The last turn that has begun by this time of the call; before all of them, the first one. */
export function latestTurn(turns: readonly Turn[], callMs: number): Turn | null {
  return turns.findLast(({ start_ms }) => start_ms <= callMs) ?? turns[0] ?? null;
}

/** Playback that is this far into a turn goes back to its start, and not to the turn before. */
const RESTART_MS = 1_500;

/** The turn to go to from this time of the call; null at the end of the list. */
export function neighborTurn(
  turns: readonly Turn[],
  callMs: number | null,
  direction: "previous" | "next",
): Turn | null {
  if (callMs === null) return (direction === "next" ? turns[0] : turns.at(-1)) ?? null;
  if (direction === "next") return turns.find(({ start_ms }) => start_ms > callMs) ?? null;
  return turns.findLast(({ start_ms }) => start_ms < callMs - RESTART_MS) ?? turns[0] ?? null;
}
