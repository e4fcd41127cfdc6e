import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { basename } from "node:path";
import { doJob, type Job } from "./jobs";

/**
 * Lowers the thread's priority, so that the event loop and the database run first on a machine with few cores. On Linux
 * each thread has a priority (setpriority(2)), and the link names the thread that reads it (proc(5)). On other systems
 * the thread keeps the priority of its process.
 */
function lowerPriority(): void {
  try {
    setPriority(
      Number(basename(readlinkSync("/proc/thread-self"))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // The link does not exist, or the process may not change the priority.
  }
}
lowerPriority();

/** Runs one job at a time. The queue decides whose job is next. */
export default (job: Job): unknown => doJob(job as never);
