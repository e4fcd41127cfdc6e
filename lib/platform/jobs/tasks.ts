import type { Task, TaskList } from "graphile-worker";
import { AppError } from "@/lib/platform/errors";
import { createEventCounter } from "@/lib/platform/event-counter";
import { log } from "@/lib/platform/log";
import { JOBS, type JobName, type Jobs } from "./registry";

/** The function that the queue calls for each job. The signal aborts when the worker stops and no longer waits. */
export type JobHandlers = { [N in JobName]: (payload: Jobs[N], signal: AbortSignal) => Promise<unknown> };

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
 * The part of an error that the queue can store in clear: its kind and code. Messages of drivers and
 * providers can quote callers.
 */
class JobError extends Error {
  constructor(cause: unknown) {
    const { name, code } = (cause ?? {}) as { name?: unknown; code?: unknown };
    super([name, code].filter((part) => typeof part === "string").join(" ") || "unknown");
    this.name = "JobError";
    this.stack = "";
  }
}

function task<N extends JobName>(name: N, verb: JobHandlers[N]): Task {
  const ended = (result: (typeof RESULTS)[number]) => jobRuns.count({ task: name, result });
  for (const result of RESULTS) jobRuns.begin({ task: name, result });
  return async (payload, { job, abortSignal, addJob }) => {
    try {
      await verb(JOBS[name].payload.parse(payload) as Jobs[N], abortSignal);
      ended("done");
    } catch (error) {
      if (error instanceof AppError && error.code === "workspace_locked") {
        // Not a failure, and for as long as an owner pleases: the job comes again as it was, and uses up no try.
        await addJob(name as string, payload as never, {
          ...(job.key !== null && { jobKey: job.key, jobKeyMode: "preserve_run_at" }),
          maxAttempts: job.max_attempts,
          runAt: new Date(Date.now() + PUT_OFF_MS),
        });
        ended("put_off");
        return;
      }
      const last = job.attempts >= job.max_attempts;
      ended(last ? "given_up" : "failed");
      const level = error instanceof AppError && error.code === "unavailable" && !last ? "warn" : "error";
      log[level](
        { job: name, jobId: job.id, attempt: job.attempts, err: error },
        last ? "a job failed for good" : "a job failed and is tried again",
      );
      throw new JobError(error);
    }
  };
}

/** The verbs as the queue calls them. */
export const taskList = (verbs: Partial<JobHandlers>): TaskList =>
  Object.fromEntries(
    Object.entries(verbs).map(([name, verb]) => [name, task(name as JobName, verb as JobHandlers[JobName])]),
  );
