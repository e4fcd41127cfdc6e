import type { Clock } from "@/lib/platform/clock";

/** A clock that stands still until it is advanced. */
export type StagedClock = Clock & { advance(ms: number): void };

/** Creates a clock that stands at `at` (RFC 3339). */
export function createStagedClock(at: string): StagedClock {
  let nowMs = Date.parse(at);
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
  };
}
