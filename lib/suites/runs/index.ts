export { cancelRun } from "./cancel";
export { listRuns, readResults, readRun } from "./read";
export { readOverview } from "./read-overview";
export { runEvents } from "./run-events";
export { runSuite } from "./run-suite";
export { startRun } from "./start";
export { writeJunit } from "./write-junit";
