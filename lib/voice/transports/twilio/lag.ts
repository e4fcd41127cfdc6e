import { AHEAD_MS } from "../../session/playout";

/** Between two marks: often enough to follow a network, seldom enough to cost nothing. */
const EVERY_FRAMES = 25;
/** Marks on their way; a carrier that answers none is not waited for. */
const MOST_MARKS = 20;
/** Of a carrier's network, until it has been measured. */
const USUAL_LAG_MS = 100;
/** So much counts what was measured last. */
const WEIGHT = 0.3;
/** More is a carrier that stands still, and says nothing of what was heard. */
const MOST_LAG_MS = 2_000;

/** How much later than it is sent a frame is heard, by the marks that come back once the sound before them was played. */
export function makeLag(sendMark: (name: string) => void, now: () => number) {
  const waiting = new Map<string, number>();
  let untilMark = 1;
  let marks = 0;
  let lagMs = USUAL_LAG_MS;
  return {
    sent(frames: number) {
      untilMark -= frames;
      if (untilMark > 0) return;
      untilMark += EVERY_FRAMES;
      if (waiting.size >= MOST_MARKS) return;
      const name = `m${++marks}`;
      waiting.set(name, now());
      sendMark(name);
    },
    came(name: string) {
      const sentMs = waiting.get(name);
      if (sentMs === undefined) return;
      waiting.delete(name);
      // The frames that we are ahead by are waited for there; the session counts them itself.
      const measured = now() - sentMs - AHEAD_MS;
      lagMs += WEIGHT * (Math.min(MOST_LAG_MS, Math.max(0, measured)) - lagMs);
    },
    /** Marks of sound that was dropped come back at once, and tell nothing. */
    cleared: () => waiting.clear(),
    ms: () => Math.round(lagMs),
  };
}
