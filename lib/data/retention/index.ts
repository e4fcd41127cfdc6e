export { sweepFailedJobs } from "./failed-jobs";
export { previewRetention } from "./preview";
export { sweepRetention } from "./sweep";
export { sweepStorage } from "./unowned";
