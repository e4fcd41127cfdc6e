import { takeMeanDatabaseWaitMs } from "@/lib/platform/db";
import { createEventCounter } from "@/lib/platform/event-counter";
import { globalSingleton } from "@/lib/platform/global-singleton";
import { log } from "@/lib/platform/log";
import { createAdaptiveLimit } from "./adaptive-limit";
import { createWorkQueue, PRIORITIES, type Priority, type WorkQueue } from "./work-queue";

export { createWorkQueue, type Priority, type WaitLimits } from "./work-queue";

const MEASURE_EVERY_MS = 100;

/** Requests that this process refused as it was late, by priority. */
export const overloadRefusals = createEventCounter(["priority"]);
for (const priority of PRIORITIES) overloadRefusals.begin({ priority });

/** Refusals are logged at most this often: each of thousands of them would be a line. */
const LOG_EVERY_MS = 60_000;

/** Measures how late the event loop and the database connections are, and adapts the limit of the queue. */
function startQueue(): WorkQueue & { limit(): number } {
  const adaptive = createAdaptiveLimit();
  const nowMs = () => performance.now();
  let lateMs = 0;
  let loggedMs = Number.NEGATIVE_INFINITY;
  const queue = createWorkQueue({
    limit: adaptive.limit,
    nowMs,
    refused(priority) {
      overloadRefusals.count({ priority });
      if (nowMs() - loggedMs < LOG_EVERY_MS) return;
      loggedMs = nowMs();
      const limit = adaptive.limit();
      log.warn(
        { limit, lateMs: Math.round(lateMs) },
        "requests are refused with 503, as this process is overloaded",
      );
    },
  });
  let dueMs = nowMs() + MEASURE_EVERY_MS;
  const timer = setInterval(() => {
    const now = nowMs();
    const loopMs = Math.max(0, now - dueMs);
    dueMs = now + MEASURE_EVERY_MS;
    lateMs = Math.max(loopMs, takeMeanDatabaseWaitMs());
    adaptive.measure(lateMs, queue.underWay());
    queue.sweep();
  }, MEASURE_EVERY_MS);
  timer.unref();
  return { ...queue, limit: adaptive.limit };
}

const shared = globalSingleton<{ queue?: ReturnType<typeof startQueue> }>("overload", () => ({}));
const workQueue = () => {
  shared.queue ??= startQueue();
  return shared.queue;
};

/** Requests that are under way, that wait, and that may be under way at once; null in a process that serves none. */
export function workCounts(): { underWay: number; waiting: number; limit: number } | null {
  const { queue } = shared;
  if (queue === undefined) return null;
  return { underWay: queue.underWay(), waiting: queue.waiting(), limit: queue.limit() };
}

/**
 * Waits for the place of a request, if too many are under way. Returns the function that frees the place, which is called
 * when the work has ended; further calls have no effect. If the process is late and the request has waited too long, throws
 * 503 `unavailable` with `Retry-After`.
 */
export async function takePlace(priority: Priority, signal: AbortSignal): Promise<() => void> {
  const queue = workQueue();
  await queue.enter(priority, signal);
  let isFree = false;
  return () => {
    if (!isFree) queue.leave();
    isFree = true;
  };
}
