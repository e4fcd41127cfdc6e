import { AppError } from "@/lib/platform/errors";

/** Which requests go first if a process is late: mostly conversations in progress, then the rest, then reports and files. */
export const PRIORITIES = ["live", "normal", "bulk"] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * The order in which classes are asked for the next request, so that conversations come first and do not refuse all others:
 * an operator needs the dashboard then.
 */
const TURNS: readonly Priority[] = ["live", "live", "normal", "live", "live", "normal", "live", "bulk"];
/** The part of the places that each may use, so that reports never use all of them. */
const SHARE: Record<Priority, number> = { live: 1, normal: 1, bulk: 0.75 };
/** How long requests of each priority wait, in milliseconds. */
export type WaitLimits = {
  /** While the queue is not standing, so that a short burst is served. */
  burst: Record<Priority, number>;
  /**
   * In a standing queue, which makes every request wait and serves no more of them (controlled delay, as described in
   * "Fail at Scale", ACM Queue 13(8), 2015).
   */
  standing: Record<Priority, number>;
};
const WAIT_LIMITS: WaitLimits = {
  burst: { live: 1_000, normal: 700, bulk: 400 },
  standing: { live: 60, normal: 40, bulk: 20 },
};
/** A queue that was not empty for this long is standing. */
const STANDING_AFTER_MS = 1_000;
/** It is standing until no request had to wait for this long: refusals empty it, too, and free no place. */
const CALM_MS = 1_000;
/** Requests that wait in one process, at most. */
const MAX_WAITING = 2_000;
/** Clients that were refused together do not return together. */
const RETRY_AFTER_S = { least: 1, most: 3 };

type Waiting = {
  priority: Priority;
  sinceMs: number;
  signal: AbortSignal;
  start(): void;
  refuse(error: AppError): void;
};

function busyError(): AppError {
  const { least, most } = RETRY_AFTER_S;
  const seconds = least + Math.floor(Math.random() * (most - least + 1));
  return new AppError("server_busy", { params: { seconds }, retryAfterS: seconds });
}

export type WorkQueue = {
  /** Resolves when the request may start. Throws 503 `unavailable` if it waits too long. */
  enter(priority: Priority, signal: AbortSignal): Promise<void>;
  /** A request that has entered has ended. */
  leave(): void;
  /** Refuses requests that have waited too long, and starts those for which a changed limit has a place. */
  sweep(): void;
  underWay(): number;
  waiting(): number;
};

/** Requests under way, up to `limit()`, and those that wait for them by priority. `refused` is called for each refusal. */
export function createWorkQueue(options: {
  limit(): number;
  nowMs(): number;
  refused(priority: Priority): void;
  waitLimits?: WaitLimits;
}): WorkQueue {
  const { limit, nowMs, refused, waitLimits = WAIT_LIMITS } = options;
  const queues: Record<Priority, Waiting[]> = { live: [], normal: [], bulk: [] };
  let underWay = 0;
  let turn = 0;
  let lastFreeMs = nowMs();
  let lastWaitMs = Number.NEGATIVE_INFINITY;
  let isStanding = false;

  const waiting = () => PRIORITIES.reduce((sum, priority) => sum + queues[priority].length, 0);
  const hasPlace = (priority: Priority) => underWay < limit() * SHARE[priority];
  /** Whether a request waits that goes before a new one of this priority. */
  const hasPredecessor = (priority: Priority) =>
    PRIORITIES.slice(0, PRIORITIES.indexOf(priority) + 1).some((name) => queues[name].length > 0);
  const noteFree = () => {
    const now = nowMs();
    if (isStanding && now - lastWaitMs < CALM_MS) return;
    if (underWay >= limit() || waiting() > 0) return;
    isStanding = false;
    lastFreeMs = now;
  };
  const refuse = (entry: Waiting) => {
    refused(entry.priority);
    entry.refuse(busyError());
  };
  const refuseLate = () => {
    const now = nowMs();
    isStanding ||= now - lastFreeMs > STANDING_AFTER_MS;
    const waitMs = isStanding ? waitLimits.standing : waitLimits.burst;
    for (const priority of PRIORITIES) {
      const isLate = ({ sinceMs }: Waiting) => now - sinceMs > waitMs[priority];
      const firstInTime = queues[priority].findIndex((entry) => !isLate(entry));
      const lateCount = firstInTime === -1 ? queues[priority].length : firstInTime;
      for (const entry of queues[priority].splice(0, lateCount)) refuse(entry);
    }
  };
  const startNext = () => {
    for (;;) {
      const first = TURNS[turn % TURNS.length] ?? "live";
      const priority = [first, ...PRIORITIES].find((name) => queues[name].length > 0 && hasPlace(name));
      // In a standing queue the newest request is served in time; the oldest one would be late before it starts.
      const queue = priority === undefined ? [] : queues[priority];
      const next = isStanding ? queue.pop() : queue.shift();
      if (next === undefined) break;
      // Its client has gone and would not read the answer.
      if (next.signal.aborted) next.refuse(busyError());
      else {
        turn++;
        underWay++;
        next.start();
      }
    }
    noteFree();
  };
  /** Adds a request to a full queue instead of the newest one that is less urgent, if there is any. */
  const add = (entry: Waiting) => {
    const { priority } = entry;
    lastWaitMs = nowMs();
    if (waiting() >= MAX_WAITING) {
      const lowest = PRIORITIES.findLast((name) => queues[name].length > 0) ?? priority;
      if (PRIORITIES.indexOf(lowest) <= PRIORITIES.indexOf(priority)) return refuse(entry);
      const newest = queues[lowest].pop();
      if (newest !== undefined) refuse(newest);
    }
    queues[priority].push(entry);
  };
  const sweep = () => {
    refuseLate();
    startNext();
  };

  return {
    async enter(priority, signal) {
      noteFree();
      if (hasPlace(priority) && !hasPredecessor(priority)) {
        underWay++;
        return;
      }
      await new Promise<void>((start, reject) => {
        add({ priority, sinceMs: nowMs(), signal, start, refuse: reject });
      });
    },
    leave() {
      underWay--;
      sweep();
    },
    sweep,
    underWay: () => underWay,
    waiting,
  };
}
