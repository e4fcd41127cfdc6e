/** Mean delay at which new calls are refused: callers notice a pause that is a tenth of a second longer. */
const CLOSE_MS = 100;
/** Mean delay below which they are accepted again, so that the gate does not open at the edge of what it holds. */
const OPEN_MS = 40;
/** Measurements are averaged over this time: one pause of the garbage collector is no load. */
const WINDOW_MS = 2_000;
/** The gate opens after this many windows below `OPEN_MS` in a row: calls that are under way get their time first. */
const WINDOWS_TO_OPEN = 3;

export type LagGate = {
  /** Something was handled this much later than it was due. */
  record(delayMs: number): void;
  /** The mean delay of the last full window. */
  lagMs(): number;
  isClosed(): boolean;
};

/** Closes while the handling of calls is late, with hysteresis. */
export function createLagGate(nowMs: () => number): LagGate {
  let windowStartMs = nowMs();
  let sumMs = 0;
  let count = 0;
  let lagMs = 0;
  let calmWindows = 0;
  let isClosed = false;

  const endWindow = () => {
    lagMs = count === 0 ? 0 : sumMs / count;
    sumMs = 0;
    count = 0;
    calmWindows = lagMs < OPEN_MS ? calmWindows + 1 : 0;
    if (lagMs >= CLOSE_MS) isClosed = true;
    else if (calmWindows >= WINDOWS_TO_OPEN) isClosed = false;
  };
  const advance = () => {
    const now = nowMs();
    if (now - windowStartMs < WINDOW_MS) return;
    windowStartMs = now;
    endWindow();
  };
  return {
    record(delayMs) {
      sumMs += delayMs;
      count++;
      advance();
    },
    lagMs() {
      advance();
      return lagMs;
    },
    isClosed() {
      advance();
      return isClosed;
    },
  };
}
