import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Logger, type Runner, run, type WorkerEvents } from "graphile-worker";
import pg from "pg";
import { databaseUrl } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type BeatTimes, keepBeating } from "./beats";
import { crontab } from "./crontab";
import { taskList, type Verbs } from "./tasks";

/** Jobs at once in a process: they wait for models and databases more than they compute. */
const CONCURRENCY = 4;
/** Jobs of webhooks at once, which wait for the other side; how many endpoints are served is bounded by `lib/data/webhooks/places.ts`. */
const DELIVERY_CONCURRENCY = 32;
/** Beside the jobs' own: one that listens, one that beats. Workers that share them wait a millisecond at most. */
const CONNECTIONS = CONCURRENCY + 2;
/** A job of the future is found by looking, as nobody tells of it when it is due. */
const POLL_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** The queue's own statements touch single rows. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Running jobs are asked to end after the first, and given back after the second; the supervisor kills after 10 s. */
const ABORT_AFTER_MS = 5_000;
const STOP_TIMEOUT_MS = 8_000;
/** What is left to say to the database after that; it may be away, and then the beats' silence says it. */
const LEAVE_TIMEOUT_MS = 1_000;
/**
 * Looks for a job that failed in a row, of each of its workers: some seconds without the database. The queue remembers
 * for good what it could not look up as it began, so that only a new one gets over that.
 */
const MAX_FAILED_LOOKS = 4;
/** Between a queue that ended (the database was away for long) and its next start, doubled up to the cap. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

const LEVELS: Readonly<Record<string, "error" | "warn" | "debug" | "trace">> = {
  error: "error",
  warning: "warn",
  info: "debug",
  debug: "trace",
};

/** The queue's own words. What a job failed of has been logged by `taskList`, and is not said twice. */
const logger = new Logger(({ workerId }) => (level, message, meta) => {
  if (meta?.failure === true) return;
  log[LEVELS[level] ?? "error"]({ workerId, err: meta?.error }, `queue: ${message.split("\n", 1)[0]}`);
});

/** Connections as the owner of the queue's tables; the jobs themselves work through the application's pool. */
function ownerPool(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl(),
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: "parley-queue",
    // What is written here is who does a job and that it was done. A server that crashes may forget the last half second
    // of it, and the job runs again, as each may; what a job does is committed by itself, and waited for.
    options: "-c synchronous_commit=off",
  });
  // A connection that is lost shows in the next query on it; without a listener it would end the process.
  const lost = (error: Error) => log.warn({ err: error }, "a connection of the queue was lost");
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  return pool;
}

/** Times in milliseconds, for tests that do not wait as long. */
export type Times = BeatTimes & { stopTimeoutMs?: number };

/** Waits for the promise, but not longer than this; answers whether it came. */
async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const came = promise.then(
    () => true,
    () => true,
  );
  const waited = pause(ms, false, { signal: late.signal }).catch(() => false);
  return Promise.race([came, waited]).finally(() => late.abort());
}

/** Rejects once the queue's workers only fail to look for jobs. */
function failing(events: WorkerEvents, { concurrency }: Lane): Promise<never> {
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
 * Rejects once the queue could not write down how a job ended. It then shuts down by itself, and where that happened to
 * several jobs it waits for something that never comes (graphile-worker 0.17: its batch of what is to be written down
 * counts below zero): whoever waited for its end would do no job any more.
 */
const broken = (events: WorkerEvents): Promise<never> =>
  new Promise((_, reject) => {
    events.on("pool:fatalError", ({ error }) =>
      reject(new Error("The queue could not write down how a job ended.", { cause: error })),
    );
  });

/** Jobs that are done beside the others, by workers of their own. `byClock`: these also make the jobs by the clock. */
type Lane = { concurrency: number; byClock: boolean };
const USUAL: Lane = { concurrency: CONCURRENCY, byClock: true };
export const DELIVERIES: Lane = { concurrency: DELIVERY_CONCURRENCY, byClock: false };

type Running = { ended: Promise<void>; stop(): Promise<void> };

async function begin(pool: pg.Pool, verbs: Partial<Verbs>, times: Times, lane: Lane): Promise<Running> {
  const events: WorkerEvents = new EventEmitter();
  const doing = new Set<string>();
  events.on("job:start", ({ job }) => doing.add(job.id));
  events.on("job:complete", ({ job }) => doing.delete(job.id));
  let beats: ReturnType<typeof keepBeating> | undefined;
  // Jobs are locked in the name of the pool of workers, which is known before it takes its first.
  events.once("pool:create", ({ workerPool }) => {
    beats = keepBeating(pool, workerPool.id, doing, times);
  });
  const leave = () => beats?.leave() ?? Promise.resolve();
  const stuck = Promise.race([failing(events, lane), broken(events)]);
  stuck.catch(() => undefined);
  const runner: Runner = await run({
    pgPool: pool,
    taskList: taskList(verbs),
    parsedCronItems: lane.byClock ? crontab() : [],
    concurrency: lane.concurrency,
    pollInterval: POLL_MS,
    gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
    noHandleSignals: true,
    logger,
    events,
    // Else a job whose end could not be written down would end its worker alone, unseen: see `broken`.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }).catch(async (error) => {
    await within(LEAVE_TIMEOUT_MS, leave());
    throw error;
  });
  runner.promise.catch(() => undefined);
  const end = async () => {
    const inTime = await within(times.stopTimeoutMs ?? STOP_TIMEOUT_MS, runner.stop());
    if (!inTime) log.warn("jobs that still ran at the stop are given back to the queue");
    await within(LEAVE_TIMEOUT_MS, leave());
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
 * Takes jobs until it is stopped. A queue that ends by itself, or cannot start as the database is away, is started
 * again. `stop` takes no new job and waits up to 8 s for those that run; what then still runs is given back.
 */
export function runJobs(
  verbs: Partial<Verbs>,
  times: Times = {},
  lane: Lane = USUAL,
): { stop(): Promise<void> } {
  const pool = ownerPool();
  const stopping = new AbortController();
  const { signal } = stopping;
  const asked = once(signal, "abort");

  async function keepRunning(): Promise<void> {
    let wait = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        const running = await begin(pool, verbs, times, lane);
        wait = FIRST_PAUSE_MS;
        await Promise.race([running.ended, asked]);
        if (signal.aborted) await running.stop();
      } catch (error) {
        log.error({ err: error }, "the queue ended and is started again");
      }
      await pause(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(wait * 2, MAX_PAUSE_MS);
    }
  }
  const kept = keepRunning();

  return {
    async stop() {
      stopping.abort();
      await kept;
      await within(LEAVE_TIMEOUT_MS, pool.end());
    },
  };
}
