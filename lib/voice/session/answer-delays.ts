import type { AnswerDelays } from "@/lib/calls/conversation";

/** Upper bounds of the histogram's buckets: close together around one second, where callers notice a difference. */
export const DELAY_STEPS_MS = [
  50, 100, 200, 350, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000,
] as const;

/** The parts of an answer's delay that are measured in this process. `transport_ms` is an estimate. */
const PARTS = ["total", "endpointing", "transcriber", "model", "voice", "processing"] as const;

type DelayCounts = { part: (typeof PARTS)[number]; counts: number[]; sumMs: number };

/** Delays of the answers in all calls of this process. */
const delayCounts: readonly DelayCounts[] = PARTS.map((part) => ({
  part,
  counts: new Array<number>(DELAY_STEPS_MS.length + 1).fill(0),
  sumMs: 0,
}));

/** Counts the delays of an answer, for the metrics of this process. */
export function countAnswerDelays(delays: AnswerDelays): void {
  for (const series of delayCounts) {
    const delayMs = delays[`${series.part}_ms`];
    const step = DELAY_STEPS_MS.findIndex((stepMs) => delayMs <= stepMs);
    const i = step < 0 ? DELAY_STEPS_MS.length : step;
    series.counts[i] = (series.counts[i] ?? 0) + 1;
    series.sumMs += delayMs;
  }
}

/** `counts[i]` answers took at most `DELAY_STEPS_MS[i]`; the last counts longer ones. */
export const readAnswerDelays = (): readonly Readonly<DelayCounts>[] => delayCounts;
