import { ownTurn } from "@/lib/platform/own-turn";
import { tryWithin } from "../budget";
import type { Admission } from "./fair-queue";
import { costOf, doJob, type Job, type JobOf, type Kind, longestText, type Results } from "./jobs";
import { isMaskedOnly, keyOf, MaskedCache } from "./masked-cache";
import { doInThread } from "./threads";

/** Work of at most this cost, and of so many steps, is done where it is asked for: about 5 ms, as a thread costs one itself. */
const INLINE_COST = 40_000;
const INLINE_STEPS = 20_000;
/** A longer text goes to a thread at once: nobody says so much in one turn, and what is tried here in vain is done twice. */
const INLINE_TEXT_CHARS = 1_500;
/** Cost that is done without a pause, before other requests have their turn. */
const BETWEEN_TURNS = 120_000;
/** Jobs of one piece of work; a view has four at most. */
const MAX_JOBS = 32;

type Scope = { workspaceId: string; results: Map<string, unknown>; cost: number };
let scope: Scope | undefined;

/** Stops synchronous work until a thread has done a job that is too large to be done inside it. */
class JobNeeded extends Error {
  constructor(
    readonly key: string,
    readonly job: Job,
  ) {
    super("The work was not run by `maskFairly`.");
    this.name = "JobNeeded";
  }
}

/** The result of a job: at once where the job is small, or no caller waits for it (`maskFairly`). */
export function perform<K extends Kind>(job: JobOf<K>): Results[K];
export function perform(job: Job): unknown {
  if (scope === undefined) return doJob(job as never);
  const cost = costOf(job);
  if (cost <= INLINE_COST && longestText(job) <= INLINE_TEXT_CHARS) {
    scope.cost += cost;
    const done = tryWithin<unknown>(INLINE_STEPS, () => doJob(job as never));
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

/** Viewers who ask for the same view at the same time wait for one thread together. */
function share(workspaceId: string, { key, job }: JobNeeded, admission: Admission): Promise<unknown> {
  const known = inProgress.get(key);
  if (known !== undefined) return known;
  const masking = doInThread(workspaceId, job, admission)
    .then((result) => {
      if (isMaskedOnly(job)) cache.set(key, result);
      return result;
    })
    .finally(() => inProgress.delete(key));
  inProgress.set(key, masking);
  return masking;
}

/** Runs the work once; answers the job that it needs first, if any. */
function tryOnce<T>(own: Scope, work: () => T): { value: T } | JobNeeded {
  const outer = scope;
  scope = own;
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
 * Runs synchronous work that masks where no caller can wait, as in a callback of a stream. Undefined where it takes more
 * steps than may be done at once: then nothing of it is to be shown.
 */
export const maskAtOnce = <T>(work: () => T): T | undefined => tryWithin(INLINE_STEPS, work)?.result;

let costSinceTurn = 0;

/**
 * Runs synchronous work that masks, so that it holds up no other request: small jobs are done inside it; where it comes to a
 * large one, a thread does that when it is the workspace's turn, and the work is run again from its start. So the work
 * must be pure. Throws 429 where too much of the workspace waits already, unless `admission` says that it must be done.
 */
export async function maskFairly<T>(
  workspaceId: string,
  work: () => T,
  admission: Admission = "refusable",
): Promise<T> {
  const own: Scope = { workspaceId, results: new Map(), cost: 0 };
  for (let jobs = 0; ; jobs++) {
    const outcome = tryOnce(own, work);
    costSinceTurn += own.cost;
    own.cost = 0;
    if (costSinceTurn > BETWEEN_TURNS) {
      costSinceTurn = 0;
      await ownTurn();
    }
    if (!(outcome instanceof JobNeeded)) return outcome.value;
    if (jobs >= MAX_JOBS) throw new Error("A piece of work has too many jobs.");
    own.results.set(outcome.key, await share(workspaceId, outcome, admission));
  }
}
