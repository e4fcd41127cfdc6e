export type LagLimits = {
  /** Mean delay at which new calls are refused. */
  closeMs: number;
  /** Mean delay below which they are accepted again, so that the gate does not open at the edge of what it holds. */
  openMs: number;
  /** Measurements are averaged over this time. */
  windowMs: number;
};

/** Of frames: callers notice a pause that is a tenth of a second longer. One pause of the garbage collector is no load. */
export const FRAME_LAG: LagLimits = { closeMs: 100, openMs: 40, windowMs: 2_000 };
/**
 * Of the built-in transcriber: a machine that is not busy needs some tens of milliseconds after the end of speech. Ten calls
 * end some twelve utterances in ten seconds.
 */
export const TRANSCRIPTION_LAG: LagLimits = { closeMs: 500, openMs: 200, windowMs: 10_000 };
/** The gate opens after this many calm windows in a row: calls that are under way get their time first. */
const WINDOWS_TO_OPEN = 3;

export type LagGate = {
  /** Something was handled this much later than it was due. */
  record(delayMs: number): void;
  /** The mean delay of the last full window. */
  lagMs(): number;
  isClosed(): boolean;
};

/** Closes while the handling of calls is late, with hysteresis. */
export function createLagGate(nowMs: () => number, limits: LagLimits = FRAME_LAG): LagGate {
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
    calmWindows = lagMs < limits.openMs ? calmWindows + 1 : 0;
    if (lagMs >= limits.closeMs) isClosed = true;
    else if (calmWindows >= WINDOWS_TO_OPEN) isClosed = false;
  };
  const advance = () => {
    const now = nowMs();
    if (now - windowStartMs < limits.windowMs) return;
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
