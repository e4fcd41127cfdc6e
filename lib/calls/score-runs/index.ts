export { cancelScoreRun } from "./cancel";
export { estimateScoreRun } from "./estimate";
export { listScoreRuns, readScoreRun } from "./read";
export { judgeScoreRun } from "./run";
export { startScoreRun } from "./start";
