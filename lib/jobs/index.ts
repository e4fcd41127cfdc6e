export { enqueue, enqueued, enqueuedAll, enqueuedEach, type JobName, type Jobs } from "./enqueue";
