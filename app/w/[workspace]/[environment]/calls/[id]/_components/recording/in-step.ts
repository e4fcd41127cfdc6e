import type { Turn } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";

/** A turn stays active for this long during a pause. */
const PAUSE_MS = 400;

type Range = Pick<RecordingPeaks, "started_ms" | "duration_ms">;

/** Whether a part of a turn is in the recording. */
export const isHeard = ({ start_ms, end_ms }: Turn, { started_ms, duration_ms }: Range): boolean =>
  end_ms > started_ms && start_ms < started_ms + duration_ms && end_ms > start_ms;

/** The position in the recording at which a turn begins, in milliseconds. */
export const positionOf = ({ start_ms }: Turn, { started_ms }: Range): number =>
  Math.max(0, start_ms - started_ms);

/** The turn at this position of the recording; the later one where two overlap. */
export function turnAt(turns: readonly Turn[], recording: Range, atMs: number): number | null {
  const callMs = recording.started_ms + atMs;
  const spokenTurns = turns.filter(
    (turn) => isHeard(turn, recording) && turn.start_ms <= callMs && callMs < turn.end_ms + PAUSE_MS,
  );
  return spokenTurns.at(-1)?.index ?? null;
}
