export {
  enqueue,
  enqueueAllExpression,
  enqueueEachExpression,
  enqueueExpression,
  enqueueMany,
  enqueueUnlessWaiting,
} from "./enqueue";
export { areJobsDeferred, deferJobs, dueTime } from "./job-time";
export type { AccountNotice, JobName, Jobs } from "./registry";
