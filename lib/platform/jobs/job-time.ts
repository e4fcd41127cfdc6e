import { AsyncLocalStorage } from "node:async_hooks";

const earliest = new AsyncLocalStorage<string>();

/**
 * Runs the work so that the jobs that it enqueues are due at `runAt` at the earliest. For work with a clock in the past,
 * whose jobs would run at once, with the current clock. `runAt` is RFC 3339 in UTC.
 */
export const deferJobs = <T>(runAt: string, work: () => Promise<T>): Promise<T> => earliest.run(runAt, work);

/** Whether the work runs in `deferJobs`, so that its time is past: no one is mailed about it. */
export const areJobsDeferred = (): boolean => earliest.getStore() !== undefined;

/** When a job that is due at `runAt` can run: later within `deferJobs`. Both are RFC 3339 in UTC. */
export function dueTime(runAt: string): string {
  const from = earliest.getStore();
  return from !== undefined && runAt < from ? from : runAt;
}
