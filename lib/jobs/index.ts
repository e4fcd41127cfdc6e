export { enqueue, enqueued, type JobName, type Jobs } from "./enqueue";
