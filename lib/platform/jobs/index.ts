export {
  enqueue,
  enqueueAllExpression,
  enqueueEachExpression,
  enqueueExpression,
  enqueueMany,
  enqueueUnlessWaiting,
} from "./enqueue";
export type { AccountNotice, JobName, Jobs } from "./registry";
