import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { basename } from "node:path";
import { doJob, type Job } from "./jobs";

/**
 * Lets the event loop and the database go first where cores are few. On Linux each thread has a priority (setpriority(2)),
 * and this link names the thread that reads it (proc(5)); elsewhere the thread keeps the priority of its process.
 */
function lowerPriority(): void {
  try {
    setPriority(
      Number(basename(readlinkSync("/proc/thread-self"))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // There is no such link, or the priority may not be changed.
  }
}
lowerPriority();

/** What a thread does: one job at a time, of whichever workspace has its turn. */
export default (job: Job): unknown => doJob(job as never);
