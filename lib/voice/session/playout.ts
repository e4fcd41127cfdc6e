import { FRAME_MS } from "@/lib/platform/audio/frame";
import { rms } from "@/lib/platform/audio/level";

/**
 * Frames sent ahead of time, so that a late packet leaves no gap: browsers and carriers buffer as much
 * against jitter.
 */
export const LEAD_FRAMES = 3;
/**
 * Writing to a socket costs more than producing a frame, so frames leave in pairs, the second ahead of time.
 */
export const FRAMES_AT_ONCE = 2;
/** Average time between sending a frame and its due time. */
export const AHEAD_MS = (LEAD_FRAMES + FRAMES_AT_ONCE / 2) * FRAME_MS;
/** Buffered speech: ten seconds are a long sentence; writers of more wait. */
const MAX_QUEUED = 500;
/** A longer stall of this process is not made up for: the caller hears a gap instead of fast speech. */
const MAX_LATE_MS = 200;
/**
 * Interval of checks for due frames, and thus their maximum delay. Node's timers are accurate to a
 * millisecond.
 */
const TICK_MS = 5;
/** The same after a received frame has woken the process anyway: it costs only a read of the clock. */
const KEPT_MS = 2;

/**
 * Delay of sent batches, by their first frame: `counts[i]` were below `LATE_STEPS_MS[i]`, the last counts all
 * others.
 */
export const LATE_STEPS_MS = [1, 2, 5, 10, 20, 50, 100] as const;

/** The same for all calls of this process. */
const ofAll = new Array<number>(LATE_STEPS_MS.length + 1).fill(0);
/** Delays of frames in all calls of this process. */
export const readLateness = (): readonly number[] => ofAll;

/** Sent frames that can be repeated after a hold: the unheard ones, and half a second to start at a gap between words. */
const MAX_SENT = 75;
const REWIND_FRAMES = 25;

/** Callbacks of a frame. `rewound`: it was sent and not heard, and is sent again. */
export type FrameEvents = { sent?(): void; rewound?(): void };
type Frame = { frame: Int16Array } & FrameEvents;
type Item = Frame | { mark: () => void };

export type Playout = {
  /**
   * Queues a frame. Resolves once there is room for the next, or after `clear`.
   */
  write(frame: Int16Array, on?: FrameEvents): Promise<void>;
  /** Calls `mark` when everything before it has been sent; never after `clear`. */
  mark(mark: () => void): void;
  /** Discards unsent frames. */
  clear(): void;
  pause(): void;
  resume(): void;
  /** Stops sending, until `release`. False if everything has been sent, so that there is nothing to hold. */
  hold(): boolean;
  /**
   * Continues after `hold`, from before the last `unheardMs` of sent audio, at the quietest place within half
   * a second, so that no word is cut.
   */
  release(unheardMs: number): void;
  /** Sends due frames. */
  tick(nowMs: number): void;
  /** Delays of frames so far. */
  late(): readonly number[];
};

/** The place in the sent frames to continue from: the quietest one before the first that was not heard. */
function rewindStart(frames: readonly Frame[], unheardMs: number): number {
  const unheardStart = Math.max(0, frames.length - Math.ceil(unheardMs / FRAME_MS));
  let start = unheardStart;
  let quietest = Number.POSITIVE_INFINITY;
  for (let at = unheardStart; at >= Math.max(0, unheardStart - REWIND_FRAMES); at--) {
    const item = frames[at];
    const level = item === undefined ? Number.POSITIVE_INFINITY : rms(item.frame);
    if (level >= quietest) continue;
    quietest = level;
    start = at;
  }
  return start;
}

/**
 * Sends frames by a monotonic clock, two every 40 ms, regardless of their synthesis time: the caller's side
 * receives what it can play, and sent audio counts as heard, except for a known lead. `send` receives frames
 * to send together, in order. `now`: the clock of `tick`.
 */
export function createPlayout(
  send: (frames: readonly Int16Array[]) => void,
  now: () => number = () => performance.now(),
): Playout {
  let queue: Item[] = [];
  let waitingWriters: (() => void)[] = [];
  let paused = false;
  let isHeld = false;
  /** The last sent frames, oldest first. */
  let sentFrames: Frame[] = [];
  /** When the next frame is due; null during a pause. */
  let nextMs: number | null = null;
  /** Frames of the lead that follow the first. */
  let lead = 0;
  const counts = new Array<number>(LATE_STEPS_MS.length + 1).fill(0);

  const note = (lateMs: number) => {
    const step = LATE_STEPS_MS.findIndex((stepMs) => lateMs < stepMs);
    const i = step < 0 ? LATE_STEPS_MS.length : step;
    counts[i] = (counts[i] ?? 0) + 1;
    ofAll[i] = (ofAll[i] ?? 0) + 1;
  };
  /** Number of frames to send now: the first one, the lead after it, and then those due. */
  const due = (nowMs: number): number => {
    if (nextMs === null) return 1;
    if (lead > 0) return lead;
    return nextMs > nowMs ? 0 : FRAMES_AT_ONCE;
  };
  /** Updates the due time after sending frames. */
  const follow = (nowMs: number, count: number) => {
    if (nextMs === null || lead > 0) {
      lead = nextMs === null ? LEAD_FRAMES : lead - count;
      nextMs = lead === 0 ? nowMs + FRAME_MS : nowMs;
      return;
    }
    const lateMs = nowMs - nextMs;
    note(lateMs);
    nextMs = (lateMs > MAX_LATE_MS ? nowMs : nextMs) + count * FRAME_MS;
  };
  const free = () => {
    if (queue.length >= MAX_QUEUED) return;
    const waiting = waitingWriters;
    waitingWriters = [];
    for (const go of waiting) go();
  };

  /** The frames at the head of the queue, up to a mark. */
  const takeFrames = (limit: number): Frame[] => {
    const end = queue.findIndex((item, i) => i >= limit || "mark" in item);
    return queue.splice(0, end < 0 ? queue.length : end) as Frame[];
  };

  const tick = (nowMs: number) => {
    if (paused || isHeld) return;
    for (let item = queue[0]; item !== undefined; item = queue[0]) {
      if ("mark" in item) {
        queue.shift();
        item.mark();
        continue;
      }
      const dueFrames = due(nowMs);
      if (dueFrames === 0) break;
      const batch = takeFrames(dueFrames);
      send(batch.map(({ frame }) => frame));
      follow(nowMs, batch.length);
      sentFrames.push(...batch);
      if (sentFrames.length > MAX_SENT) sentFrames = sentFrames.slice(-MAX_SENT);
      for (const { sent } of batch) sent?.();
    }
    // Audio after a pause starts again, with its lead.
    if (queue.length === 0 && nextMs !== null && nextMs < nowMs) nextMs = null;
    free();
  };

  return {
    write(frame, on) {
      queue.push({ frame, ...on });
      // The first word is sent without waiting for a tick.
      if (nextMs === null && queue.length === 1) tick(now());
      if (queue.length < MAX_QUEUED) return Promise.resolve();
      return new Promise((resolve) => waitingWriters.push(resolve));
    },
    mark(mark) {
      queue.push({ mark });
    },
    clear() {
      queue = [];
      sentFrames = [];
      nextMs = null;
      isHeld = false;
      free();
    },
    pause() {
      paused = true;
      nextMs = null;
    },
    resume() {
      paused = false;
    },
    hold() {
      if (queue.length === 0) return false;
      isHeld = true;
      nextMs = null;
      return true;
    },
    release(unheardMs) {
      if (!isHeld) return;
      isHeld = false;
      const repeated = sentFrames.splice(rewindStart(sentFrames, unheardMs));
      for (const { rewound } of repeated) rewound?.();
      queue.unshift(...repeated);
    },
    tick,
    late: () => counts,
  };
}

/** Receivers of ticks. One timer serves all calls of a process. */
const ticked = new Set<(nowMs: number) => void>();
let timer: NodeJS.Timeout | undefined;

let tickedMs = 0;

function tickAll(nowMs: number): void {
  tickedMs = nowMs;
  for (const callback of ticked) callback(nowMs);
}

/**
 * Ticks if due. Timers run between rounds of socket events, and with many calls a round is long, so a
 * received frame also checks the clock.
 */
export function keepTime(): void {
  const now = performance.now();
  if (timer !== undefined && now - tickedMs >= KEPT_MS) tickAll(now);
}

/** Calls `tick` at least every 5 ms, until the returned function is called. */
export function onTick(tick: (nowMs: number) => void): () => void {
  ticked.add(tick);
  timer ??= setInterval(() => tickAll(performance.now()), TICK_MS);
  return () => {
    ticked.delete(tick);
    if (ticked.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
