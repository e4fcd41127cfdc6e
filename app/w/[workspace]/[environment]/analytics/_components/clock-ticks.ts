const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Between two marks: what a clock shows as round. */
const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800].map((seconds) => seconds * SECOND_MS);
const STEPS = 4;

/** The marks of an axis of lengths up to `mostMs`, in whole seconds, as a clock shows no less: each reads otherwise. */
export function clockTicks(mostMs: number): number[] {
  const step = STEPS_MS.find((stepMs) => stepMs * STEPS >= mostMs) ?? roundUp(mostMs / STEPS, 30 * MINUTE_MS);
  return Array.from({ length: STEPS + 1 }, (_, n) => n * step);
}

const roundUp = (ms: number, to: number): number => Math.ceil(ms / to) * to;
