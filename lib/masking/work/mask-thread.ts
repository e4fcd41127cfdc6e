import { doJob, type Job } from "./jobs";

/** What a thread does: one job at a time, of whichever workspace has its turn. */
export default (job: Job): unknown => doJob(job as never);
