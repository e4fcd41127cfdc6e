import type { QueueFigures } from "@/lib/platform/health";
import { JOBS } from "@/lib/platform/jobs/registry";
import { counted, type Finding, failed, passed, warning } from "./finding";

/** The limit of `npm run health`. */
const LATE_S = 120;
const MAX_NAMED = 5;

const nameList = (names: readonly string[]): string =>
  names.length <= MAX_NAMED
    ? names.join(", ")
    : `${names.slice(0, MAX_NAMED).join(", ")} and ${names.length - MAX_NAMED} more`;

/** The name of a job of the product. Other programs choose the names of theirs, which are not shown. */
const publicName = (task: string): string => (Object.hasOwn(JOBS, task) ? task : "an unknown job");

/** Whether jobs run in time, and which failed permanently. */
export async function checkJobs({ read }: { read: () => Promise<QueueFigures> }): Promise<Finding> {
  const { jobs } = await read();
  const due = jobs.reduce((sum, job) => sum + job.due, 0);
  const oldest = Math.round(Math.max(0, ...jobs.map(({ oldest_s }) => oldest_s)));
  const late = jobs.filter(({ oldest_s }) => oldest_s > LATE_S);
  const broken = jobs.filter(({ failed: count }) => count > 0);
  if (late.length > 0)
    return failed(
      `${counted(due, "due job")}, the oldest for ${oldest} s: ${nameList(late.map(({ task }) => publicName(task)))}`,
      "Start a worker if none is running. Else start another one, or read the errors of these jobs in DATA_DIR/logs/worker.log.",
    );
  if (broken.length > 0)
    return warning(
      `permanently failed: ${nameList(broken.map(({ task, failed: count }) => `${count} ${publicName(task)}`))}`,
      'They are not retried. Look for "a job failed for good" in DATA_DIR/logs/worker.log, and correct the cause.',
    );
  return passed(due === 0 ? "no job is due" : `${counted(due, "due job")}, the oldest for ${oldest} s`);
}
