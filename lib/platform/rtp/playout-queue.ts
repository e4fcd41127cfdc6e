/** Frames that wait at most: one second. */
const MAX_FRAMES = 50;

/** Frames that wait to be sent. */
export type PlayoutQueue = {
  /** Drops the oldest frame if one second waits. */
  push(frame: Int16Array): void;
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
  return {
    push(frame) {
      if (frames.length >= MAX_FRAMES) {
        frames.shift();
        isComplete = false;
      }
      frames.push(frame);
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
