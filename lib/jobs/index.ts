export { enqueue, enqueued, enqueuedEach, type JobName, type Jobs } from "./enqueue";
