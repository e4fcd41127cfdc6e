import { yieldToEventLoop } from "@/lib/platform/yield-to-event-loop";
import { tryWithBudget } from "../budget";
import type { Admission } from "./fair-queue";
import { costOf, doJob, type Job, type JobKind, type JobOf, type JobResults, longestTextChars } from "./jobs";
import { isMaskedOnly, keyOf, MaskedCache } from "./masked-cache";
import { runInThread } from "./thread-pool";

/** Jobs up to this cost and this number of steps run inline: about 5 ms, as a thread has an overhead of 1 ms. */
const INLINE_COST = 40_000;
const INLINE_STEPS = 20_000;
/** Jobs with a longer text go straight to a thread: speech has no such turns, and a failed inline attempt is repeated. */
const INLINE_TEXT_CHARS = 1_500;
/** The inline cost after which the process yields to other requests. */
const BETWEEN_TURNS = 120_000;
/** Most jobs in one piece of work. A view has at most four. */
const MAX_JOBS = 32;

type Scope = { workspaceId: string; results: Map<string, unknown>; cost: number };
let scope: Scope | undefined;

/** Thrown to stop synchronous work until a thread has done a job that is too large to run inline. */
class JobNeeded extends Error {
  constructor(
    readonly key: string,
    readonly job: Job,
  ) {
    super("The work was not run by `maskFairly`.");
    this.name = "JobNeeded";
  }
}

/**
 * Returns the result of a job. Runs it inline if it is small, or if no `maskFairly` is active. Throws `JobNeeded` to
 * `maskFairly` otherwise.
 */
export function performJob<K extends JobKind>(job: JobOf<K>): JobResults[K];
export function performJob(job: Job): unknown {
  if (scope === undefined) return doJob(job as never);
  const cost = costOf(job);
  if (cost <= INLINE_COST && longestTextChars(job) <= INLINE_TEXT_CHARS) {
    scope.cost += cost;
    const done = tryWithBudget<unknown>(INLINE_STEPS, () => doJob(job as never));
    if (done !== undefined) return done.result;
  }
  const key = keyOf(scope.workspaceId, job);
  if (scope.results.has(key)) return scope.results.get(key);
  const cached = isMaskedOnly(job) ? cache.get(key) : undefined;
  if (cached === undefined) throw new JobNeeded(key, job);
  scope.results.set(key, cached.value);
  return cached.value;
}

const cache = new MaskedCache();
const inProgress = new Map<string, Promise<unknown>>();

/** Runs a job in a thread. Concurrent requests for the same job share one run. */
function share(workspaceId: string, { key, job }: JobNeeded, admission: Admission): Promise<unknown> {
  const running = inProgress.get(key);
  if (running !== undefined) return running;
  const masking = runInThread(workspaceId, job, admission)
    .then((result) => {
      if (isMaskedOnly(job)) cache.set(key, result);
      return result;
    })
    .finally(() => inProgress.delete(key));
  inProgress.set(key, masking);
  return masking;
}

/** Runs the work once. Returns its value, or the job that it needs first. */
function tryOnce<T>(current: Scope, work: () => T): { value: T } | JobNeeded {
  const outer = scope;
  scope = current;
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof JobNeeded) return error;
    throw error;
  } finally {
    scope = outer;
  }
}

/**
 * Runs synchronous masking work inline where the caller cannot wait, such as in a stream's callback. Returns undefined if
 * it needs more steps than allowed inline. The caller must then show nothing.
 */
export const tryMaskInline = <T>(work: () => T): T | undefined => tryWithBudget(INLINE_STEPS, work)?.result;

let costSinceTurn = 0;

/**
 * Runs synchronous masking work without blocking other requests. Small jobs run inline. A large job runs in a thread when
 * it is the workspace's turn, and then the work runs again from its start. So the work must be pure. Throws 429 if too
 * many jobs of the workspace already wait, unless `admission` is "always".
 */
export async function maskFairly<T>(
  workspaceId: string,
  work: () => T,
  admission: Admission = "refusable",
): Promise<T> {
  const current: Scope = { workspaceId, results: new Map(), cost: 0 };
  for (let jobs = 0; ; jobs++) {
    const outcome = tryOnce(current, work);
    costSinceTurn += current.cost;
    current.cost = 0;
    if (costSinceTurn > BETWEEN_TURNS) {
      costSinceTurn = 0;
      await yieldToEventLoop();
    }
    if (!(outcome instanceof JobNeeded)) return outcome.value;
    if (jobs >= MAX_JOBS) throw new Error("A piece of work has too many jobs.");
    current.results.set(outcome.key, await share(workspaceId, outcome, admission));
  }
}
