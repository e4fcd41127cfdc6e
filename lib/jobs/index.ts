export {
  enqueue,
  enqueued,
  enqueuedEach,
  enqueueMany,
  enqueueUnlessWaiting,
  type JobName,
  type Jobs,
} from "./enqueue";
