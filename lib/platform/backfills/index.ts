export { type BackfillProgress, isFinished, readBackfills } from "./progress";
export { type Backfill, type BackfillBatch, runBackfill } from "./run-backfill";
export { runBackfills } from "./run-backfills";
