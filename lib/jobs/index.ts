export { enqueue, type JobName, type Jobs } from "./enqueue";
