export { checkAnalytics, repairAnalytics } from "./check";
export { summarizeCosts } from "./cost";
export { exportChart } from "./file";
export { foldAnalytics } from "./fold";
export { summarizeScores } from "./scores";
export { timeseries } from "./series";
export { summarizeCalls } from "./summary";
