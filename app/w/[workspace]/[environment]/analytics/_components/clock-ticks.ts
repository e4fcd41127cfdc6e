const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Round steps between two ticks. */
const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800].map((seconds) => seconds * SECOND_MS);
const STEPS = 4;

/** The ticks of an axis of durations up to `maxMs`, in whole seconds, so that no two ticks have the same label. */
export function clockTicks(maxMs: number): number[] {
  const step = STEPS_MS.find((stepMs) => stepMs * STEPS >= maxMs) ?? roundUp(maxMs / STEPS, 30 * MINUTE_MS);
  return Array.from({ length: STEPS + 1 }, (_, n) => n * step);
}

const roundUp = (ms: number, to: number): number => Math.ceil(ms / to) * to;
