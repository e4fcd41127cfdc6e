import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Piscina } from "piscina";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { type Admission, FairQueue } from "./fair-queue";
import type { Job } from "./jobs";

/** One core stays for the event loop; more threads than this help no call. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** A workspace leaves a thread to others where there is more than one. */
const THREADS_EACH = Math.max(1, THREADS - 1);
/** Views of one workspace that may wait; by then it has asked for seconds of work. */
const WAITING_EACH = 32;
/** Ordinary views take a few milliseconds; after a longer one the workspace rests for as long (see `FairQueue`). */
const REST_AFTER_MS = 50;
/** The budgets end a job in about a second; one that takes this long, a start of its thread included, hangs: it is replaced. */
const JOB_TIMEOUT_MS = 60_000;
/** A thread without work ends after this time. */
const IDLE_MS = 60_000;
const RETRY_AFTER_S = 1;

const THREAD = "mask-thread";

/**
 * The thread's code: bundled beside the processes, or its source, which tsx reads. It is
 * looked for from the working directory, as the pages are bundled by Next and lie elsewhere.
 */
function threadFile(): { filename: string; execArgv: string[] } {
  const built = join(process.cwd(), "dist", `${THREAD}.js`);
  if (env.NODE_ENV === "production" && existsSync(built))
    return { filename: built, execArgv: ["--enable-source-maps"] };
  const source = join(process.cwd(), "lib", "masking", "work", `${THREAD}.ts`);
  const loader = pathToFileURL(join(process.cwd(), "scripts", "tsx-thread.mjs")).href;
  return { filename: source, execArgv: ["--import", loader] };
}

let pool: Piscina<Job, unknown> | undefined;

/** Threads start with the first job, as most processes never have one. */
function threads(): Piscina<Job, unknown> {
  if (pool === undefined) {
    pool = new Piscina<Job, unknown>({
      ...threadFile(),
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      // A thread that sleeps on an atomic would keep a process that ends from ending.
      atomics: "disabled",
    });
    // What happened to a thread without a job: the next job finds another one.
    pool.on("error", () => {});
  }
  return pool;
}

const queue = new FairQueue({
  running: THREADS,
  runningEach: THREADS_EACH,
  waitingEach: WAITING_EACH,
  restAfterMs: REST_AFTER_MS,
});

const tooMany = () =>
  new AppError(
    "rate_limited",
    "This workspace asks for too many long conversations at once. Try again in a moment.",
    { retryAfterS: RETRY_AFTER_S },
  );

/** Has a thread do a job when it is the workspace's turn. Throws 429 where its queue is full, 503 where a thread fails. */
export function doInThread(workspaceId: string, job: Job, admission: Admission): Promise<unknown> {
  const work = async () => {
    try {
      return await threads().run(job, { signal: AbortSignal.timeout(JOB_TIMEOUT_MS) });
    } catch (cause) {
      throw new AppError("unavailable", "The conversation could not be masked. Try again in a moment.", {
        cause,
        retryAfterS: RETRY_AFTER_S,
      });
    }
  };
  return queue.run(workspaceId, work, admission, tooMany);
}
