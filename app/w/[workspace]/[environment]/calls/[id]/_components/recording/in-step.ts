import type { Turn } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";

/** Between two turns the one before still counts, for as long as a breath. */
const BREATH_MS = 400;

type Range = Pick<RecordingPeaks, "started_ms" | "duration_ms">;

/** Whether something of a turn is in the recording. */
export const isHeard = ({ start_ms, end_ms }: Turn, { started_ms, duration_ms }: Range): boolean =>
  end_ms > started_ms && start_ms < started_ms + duration_ms && end_ms > start_ms;

/** Where in the recording a turn begins, in milliseconds. */
export const placeOf = ({ start_ms }: Turn, { started_ms }: Range): number =>
  Math.max(0, start_ms - started_ms);

/** The turn that is heard at this place of the recording; where two talk at once, the later one. */
export function turnAt(turns: readonly Turn[], recording: Range, atMs: number): number | null {
  const callMs = recording.started_ms + atMs;
  const spokenTurns = turns.filter(
    (turn) => isHeard(turn, recording) && turn.start_ms <= callMs && callMs < turn.end_ms + BREATH_MS,
  );
  return spokenTurns.at(-1)?.index ?? null;
}
