import { rms } from "@/lib/platform/audio";

/** Frames that wait at most: one second. */
const MAX_FRAMES = 50;
/** Frames of a live source that wait without a loss: 100 ms, which covers the jitter of most networks. */
const LIVE_FRAMES = 5;
/** Quieter frames are silence: −50 dBFS, above the noise of a quiet line. */
const SILENCE_RMS = 0.003;
/** On a noisy line, a pause is quieter than the speech that waits by this part. */
const PAUSE_PART = 0.25;

/** Frames that wait to be sent. */
export type PlayoutQueue = {
  /** Drops the oldest frame if one second waits. */
  push(frame: Int16Array): void;
  /**
   * Adds a frame of a live source. While more than 100 ms wait, as after a burst of the network, frames of pauses are left out, so
   * that the delay ends with the next pause.
   */
  pushLive(frame: Int16Array): void;
  shift(): Int16Array | null;
  clear(): void;
  /** Frames that are taken from now on are not heard. */
  markUnheard(): void;
  /** Resolves once the queue is empty: whether all frames since the last question were sent. */
  waitUntilEmpty(): Promise<boolean>;
  readonly length: number;
};

export function createPlayoutQueue(): PlayoutQueue {
  let frames: Int16Array[] = [];
  let waiting: ((isComplete: boolean) => void)[] = [];
  let isComplete = true;

  const settle = () => {
    if (frames.length > 0 || waiting.length === 0) return;
    const resolvers = waiting;
    const result = isComplete;
    waiting = [];
    isComplete = true;
    for (const resolve of resolvers) resolve(result);
  };
  const push = (frame: Int16Array) => {
    if (frames.length >= MAX_FRAMES) {
      frames.shift();
      isComplete = false;
    }
    frames.push(frame);
  };
  /** Whether a frame belongs to a pause of the speech that waits. */
  const isPause = (frame: Int16Array): boolean => {
    const level = rms(frame);
    if (level < SILENCE_RMS) return true;
    const total = frames.reduce((sum, waitingFrame) => sum + rms(waitingFrame), 0);
    return level < (total / frames.length) * PAUSE_PART;
  };
  return {
    push,
    pushLive(frame) {
      if (frames.length >= LIVE_FRAMES && isPause(frame)) return;
      push(frame);
    },
    shift() {
      const frame = frames.shift() ?? null;
      // The frame has its packet within this tick.
      if (frames.length === 0 && waiting.length > 0) queueMicrotask(settle);
      return frame;
    },
    clear() {
      if (frames.length > 0) isComplete = false;
      frames = [];
      settle();
      // The next words are heard whole, even if those before were interrupted.
      isComplete = true;
    },
    markUnheard() {
      isComplete = false;
    },
    waitUntilEmpty() {
      return new Promise((resolve) => {
        waiting.push(resolve);
        settle();
      });
    },
    get length() {
      return frames.length;
    },
  };
}
