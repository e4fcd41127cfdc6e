export {
  type AccountNotice,
  enqueue,
  enqueueAllExpression,
  enqueueEachExpression,
  enqueueExpression,
  enqueueMany,
  enqueueUnlessWaiting,
  type JobName,
  type Jobs,
} from "./enqueue";
