import type { Task, TaskList } from "graphile-worker";
import { AppError } from "@/lib/platform/errors";
import { createEventCounter } from "@/lib/platform/event-counter";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { type JobOrigin, parseOrigin, withSpan } from "@/lib/platform/telemetry";
import { JOBS, type JobName, type Jobs } from "./registry";

/**
 * The function that the queue calls for each job. The signal aborts when the worker stops and no longer waits. `requestId` is
 * that of the request that caused the job; a new one for a scheduled job.
 */
export type JobHandlers = {
  [N in JobName]: (payload: Jobs[N], signal: AbortSignal, requestId?: string) => Promise<unknown>;
};

/** How a run of a job ends: `failed` is tried again, `put_off` comes again once the workspace is unlocked. */
const RESULTS = ["done", "failed", "given_up", "put_off"] as const;

/** How jobs that this process has run ended. */
export const jobRuns = createEventCounter(["task", "result"]);

/**
 * How often a job of a locked workspace looks whether it was unlocked: soon enough for who gave the key back, and cheap
 * for thousands of jobs.
 */
const PUT_OFF_MS = 60_000;

/**
 * The part of an error that the queue can store in clear: its kind and code, and the request. Messages of drivers and
 * providers can quote callers.
 */
class JobError extends Error {
  constructor(cause: unknown, requestId: string) {
    const { name, code } = (cause ?? {}) as { name?: unknown; code?: unknown };
    const kind = [name, code].filter((part) => typeof part === "string").join(" ") || "unknown";
    super(`${kind} ${requestId}`);
    this.name = "JobError";
    this.stack = "";
  }
}

/**
 * Jobs between a request and a job that still continues its trace. A job that enqueues itself again, such as a campaign's
 * steps, would otherwise make a trace of days.
 */
const MAX_TRACED_DEPTH = 4;

/** The span that a job continues, or the one that it only refers to, as too many jobs are in between. */
function spansOf(origin: JobOrigin | null): { parent?: JobOrigin["span"]; link?: JobOrigin["span"] } {
  if (origin === null) return {};
  return origin.depth < MAX_TRACED_DEPTH ? { parent: origin.span } : { link: origin.span };
}

type Helpers = Parameters<Task>[1];

function runInSpan(
  name: string,
  payload: unknown,
  job: Helpers["job"],
  work: (requestId: string) => Promise<string>,
) {
  const origin = parseOrigin(payload);
  const requestId = origin?.requestId ?? newId("req");
  return withSpan(
    `process ${name}`,
    {
      kind: "consumer",
      isRoot: true,
      ...spansOf(origin),
      request: { id: requestId, depth: (origin?.depth ?? 0) + 1 },
      attributes: {
        "messaging.system": "graphile_worker",
        "messaging.operation.type": "process",
        "messaging.destination.name": name,
        "messaging.message.id": String(job.id),
        "parley.job.attempt": job.attempts,
        "parley.request.id": requestId,
      },
    },
    async (span) => span.set({ "parley.job.result": await work(requestId) }),
  );
}

function task<N extends JobName>(name: N, verb: JobHandlers[N]): Task {
  const ended = (result: (typeof RESULTS)[number]) => jobRuns.count({ task: name, result });
  for (const result of RESULTS) jobRuns.begin({ task: name, result });
  const run = async (payload: unknown, { job, abortSignal, addJob }: Helpers, requestId: string) => {
    try {
      await verb(JOBS[name].payload.parse(payload) as Jobs[N], abortSignal, requestId);
      ended("done");
      return "done";
    } catch (error) {
      if (error instanceof AppError && error.code === "workspace_locked") {
        // Not a failure, and for as long as an owner pleases: the job comes again as it was, and uses up no try.
        await addJob(name as string, payload as never, {
          ...(job.key !== null && { jobKey: job.key, jobKeyMode: "preserve_run_at" }),
          maxAttempts: job.max_attempts,
          runAt: new Date(Date.now() + PUT_OFF_MS),
        });
        ended("put_off");
        return "put_off";
      }
      const last = job.attempts >= job.max_attempts;
      ended(last ? "given_up" : "failed");
      const level = error instanceof AppError && error.code === "unavailable" && !last ? "warn" : "error";
      log[level](
        { job: name, jobId: job.id, requestId, attempt: job.attempts, err: error },
        last ? "a job failed for good" : "a job failed and is tried again",
      );
      throw new JobError(error, requestId);
    }
  };
  return (payload, helpers) =>
    runInSpan(name, payload, helpers.job, (requestId) => run(payload, helpers, requestId));
}

/** The verbs as the queue calls them. */
export const taskList = (verbs: Partial<JobHandlers>): TaskList =>
  Object.fromEntries(
    Object.entries(verbs).map(([name, verb]) => [name, task(name as JobName, verb as JobHandlers[JobName])]),
  );
