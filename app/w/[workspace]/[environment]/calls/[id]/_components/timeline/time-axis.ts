import { stepsOf } from "@/components/consent-steps";
import type { Call } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";

/** The shortest axis, so that a call without any duration has one. */
const MIN_LENGTH_MS = 1_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type Range = Pick<RecordingPeaks, "started_ms" | "duration_ms">;

/** The length of a call's time axis: to the last event that has a time. */
export function axisLength(
  call: Pick<Call, "transcript" | "duration_ms" | "recording">,
  recording: Range | null,
): number {
  const turnEnds = call.transcript.map(({ start_ms, end_ms }) => Math.max(start_ms, end_ms));
  const steps = stepsOf(call).map(({ at_ms }) => at_ms);
  const recordingEnd = recording === null ? 0 : recording.started_ms + recording.duration_ms;
  return [...turnEnds, ...steps, recordingEnd, call.duration_ms ?? 0].reduce(
    (longest, ms) => Math.max(longest, ms),
    MIN_LENGTH_MS,
  );
}

/** The position of a time on the axis, in percent. */
export const percentOf = (atMs: number, lengthMs: number): number =>
  (Math.min(Math.max(0, atMs), lengthMs) / lengthMs) * 100;

/** Distances between the axis's labels. */
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 6, 12, 24].map((hours) => hours * HOUR_MS),
];

/** Times to label, from zero: at most `maxCount` of them. */
export function ticksOf(lengthMs: number, maxCount: number): number[] {
  const step =
    STEPS_MS.find((candidate) => lengthMs / candidate < maxCount) ?? Math.ceil(lengthMs / maxCount);
  const count = Math.floor(lengthMs / step) + 1;
  return Array.from({ length: count }, (_, n) => n * step);
}
