export {
  enqueue,
  enqueued,
  enqueuedAll,
  enqueuedEach,
  enqueueUnlessWaiting,
  type JobName,
  type Jobs,
} from "./enqueue";
