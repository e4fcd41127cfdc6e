export {
  type AccountNotice,
  enqueue,
  enqueued,
  enqueuedAll,
  enqueuedEach,
  enqueueMany,
  enqueueUnlessWaiting,
  type JobName,
  type Jobs,
} from "./enqueue";
