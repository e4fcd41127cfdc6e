import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type Runner, run, type WorkerEvents } from "graphile-worker";
import pg from "pg";
import { directUrl, KEEP_ALIVE } from "@/lib/platform/db";
import { QUEUE_APPLICATION_NAME } from "@/lib/platform/db/schema-level";
import { log } from "@/lib/platform/log";
import { crontab } from "./crontab";
import { type HeartbeatTimes, startHeartbeats } from "./heartbeats";
import { LANES, type LaneSettings } from "./lanes";
import { queueLogger } from "./queue-logger";
import { type JobHandlers, taskList } from "./tasks";

/** Interval of polling for jobs that have become due, which send no notification. */
const POLL_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** The queue's own statements touch single rows. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Limit of a response from a server that is frozen or unreachable, which enforces no limit itself. */
const RESPONSE_TIMEOUT_MS = 60_000;
/**
 * Running jobs are aborted after the first time and released after the second. The supervisor kills the
 * process after 10 s.
 */
const ABORT_AFTER_MS = 5_000;
const STOP_TIMEOUT_MS = 8_000;
/** Time limit of the last statements. If the database is down, the missing heartbeats release the jobs. */
const LEAVE_TIMEOUT_MS = 1_000;
/**
 * Consecutive failed polls, per worker: some seconds without the database. The queue permanently caches what
 * it could not read at its start, so only a restart recovers.
 */
const MAX_FAILED_LOOKS = 4;
/**
 * Pause between a stopped queue (after a long database outage) and its restart, doubled up to the maximum.
 */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/** Connections as the owner of the queue's tables. Jobs use the application's pool. */
function ownerPool({ connections }: LaneSettings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: directUrl(),
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    ...KEEP_ALIVE,
    application_name: QUEUE_APPLICATION_NAME,
    // These connections only write job locks and results. After a crash of the server, the last half second
    // of them can be lost, and those jobs run again. The jobs' own changes are committed durably.
    options: "-c synchronous_commit=off",
  });
  // A lost connection is reported by its next query. Without a listener, the event would end the process.
  const lost = (error: Error) => log.warn({ err: error }, "a connection of the queue was lost");
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  return pool;
}

/** Times in milliseconds, shorter in tests. */
export type RunnerTimes = HeartbeatTimes & { stopTimeoutMs?: number };

/** Waits for the promise, but not longer than this; answers whether it came. */
async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const came = promise.then(
    () => true,
    () => true,
  );
  const waited = pause(ms, false, { signal: late.signal }).catch(() => false);
  return Promise.race([came, waited]).finally(() => late.abort());
}

/** Rejects once the queue's workers only fail to look for jobs. */
function rejectWhenFailing(events: WorkerEvents, { concurrency }: LaneSettings): Promise<never> {
  let failed = 0;
  const well = () => {
    failed = 0;
  };
  events.on("worker:getJob:empty", well);
  events.on("job:start", well);
  return new Promise((_, reject) => {
    events.on("worker:getJob:error", ({ error }) => {
      failed += 1;
      if (failed === MAX_FAILED_LOOKS * concurrency)
        reject(new Error("The queue finds no jobs any more.", { cause: error }));
    });
  });
}

/**
 * Rejects once the queue failed to store a job's result. The queue then shuts down, and after several such
 * failures its end never resolves (graphile-worker 0.17: the counter of its result batch becomes negative).
 */
const rejectWhenBroken = (events: WorkerEvents): Promise<never> =>
  new Promise((_, reject) => {
    events.on("pool:fatalError", ({ error }) =>
      reject(new Error("The queue could not write down how a job ended.", { cause: error })),
    );
  });

type JobRunner = { ended: Promise<void>; stop(): Promise<void> };

async function startRunner(
  pool: pg.Pool,
  verbs: Partial<JobHandlers>,
  times: RunnerTimes,
  lane: LaneSettings,
): Promise<JobRunner> {
  const events: WorkerEvents = new EventEmitter();
  const doing = new Set<string>();
  events.on("job:start", ({ job }) => doing.add(job.id));
  events.on("job:complete", ({ job }) => doing.delete(job.id));
  let beats: ReturnType<typeof startHeartbeats> | undefined;
  // Jobs are locked in the name of the pool of workers, which is known before it takes its first.
  events.once("pool:create", ({ workerPool }) => {
    beats = startHeartbeats(pool, workerPool.id, doing, times);
  });
  const leave = () => beats?.leave() ?? Promise.resolve();
  const stuck = Promise.race([rejectWhenFailing(events, lane), rejectWhenBroken(events)]);
  stuck.catch(() => undefined);
  const runner: Runner = await run({
    pgPool: pool,
    taskList: taskList(verbs),
    parsedCronItems: lane.runsScheduled ? crontab() : [],
    concurrency: lane.concurrency,
    pollInterval: POLL_MS,
    gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
    noHandleSignals: true,
    logger: queueLogger,
    events,
    // Else a job whose end could not be written down would end its worker alone, unseen: see `broken`.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }).catch(async (error) => {
    await waitAtMost(LEAVE_TIMEOUT_MS, leave());
    throw error;
  });
  runner.promise.catch(() => undefined);
  const end = async () => {
    const inTime = await waitAtMost(times.stopTimeoutMs ?? STOP_TIMEOUT_MS, runner.stop());
    if (!inTime) log.warn("jobs that still ran at the stop are given back to the queue");
    await waitAtMost(LEAVE_TIMEOUT_MS, leave());
  };
  let ending: Promise<void> | undefined;
  const stop = () => {
    ending = ending ?? end();
    return ending;
  };
  const ended = Promise.race([runner.promise, stuck]).finally(stop);
  ended.catch(() => undefined);
  return { ended, stop };
}

/**
 * Runs jobs until `stop`. A queue that ends unexpectedly, or cannot start without the database, is restarted.
 * `stop` accepts no new jobs and waits up to 8 s for running ones; unfinished jobs are released.
 */
export function runJobs(
  verbs: Partial<JobHandlers>,
  times: RunnerTimes = {},
  lane: LaneSettings = LANES.conversations,
): { stop(): Promise<void> } {
  const pool = ownerPool(lane);
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopRequested = once(signal, "abort");

  async function keepRunning(): Promise<void> {
    let wait = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        const running = await startRunner(pool, verbs, times, lane);
        wait = FIRST_PAUSE_MS;
        await Promise.race([running.ended, stopRequested]);
        if (signal.aborted) await running.stop();
      } catch (error) {
        log.error({ err: error }, "the queue ended and is started again");
      }
      await pause(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(wait * 2, MAX_PAUSE_MS);
    }
  }
  const running = keepRunning();

  return {
    async stop() {
      stopping.abort();
      await running;
      await waitAtMost(LEAVE_TIMEOUT_MS, pool.end());
    },
  };
}
