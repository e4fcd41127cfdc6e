import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Piscina } from "piscina";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { type Admission, FairQueue } from "./fair-queue";
import type { Job } from "./jobs";

/** One core is left for the event loop. More than four threads speed up no call. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** If there is more than one thread, a workspace leaves one to the others. */
const THREADS_EACH = Math.max(1, THREADS - 1);
/** Most waiting views of one workspace, which are seconds of work. */
const WAITING_EACH = 32;
/** An ordinary view takes a few milliseconds. After a longer one the workspace rests for as long (see `FairQueue`). */
const REST_AFTER_MS = 50;
/** The budgets end a job in about a second. A job that takes this long, with the start of its thread, has hung and is aborted. */
const JOB_TIMEOUT_MS = 60_000;
/** An idle thread ends after this time. */
const IDLE_MS = 60_000;
const RETRY_AFTER_S = 1;

const THREAD = "mask-thread";

/**
 * The file of the thread's code: the bundle in `dist/`, or the source, which tsx loads. The path starts at the working
 * directory, as Next bundles the pages into another folder.
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

/** Returns the pool. It is created with the first job, as most processes never have one. */
function threads(): Piscina<Job, unknown> {
  if (pool === undefined) {
    pool = new Piscina<Job, unknown>({
      ...threadFile(),
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      // A thread that waits on an atomic would prevent the process from exiting.
      atomics: "disabled",
    });
    // An error in an idle thread is ignored, as the next job gets another thread.
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

const tooMany = () => new AppError("too_many_conversations", { retryAfterS: RETRY_AFTER_S });

/** Runs a job in a thread when it is the workspace's turn. Throws 429 if its queue is full, and 503 if the thread fails. */
export function runInThread(workspaceId: string, job: Job, admission: Admission): Promise<unknown> {
  const work = async () => {
    try {
      return await threads().run(job, { signal: AbortSignal.timeout(JOB_TIMEOUT_MS) });
    } catch (cause) {
      throw new AppError("masking_failed", { cause, retryAfterS: RETRY_AFTER_S });
    }
  };
  return queue.run(workspaceId, work, admission, tooMany);
}
