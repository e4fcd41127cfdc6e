// The product's worker with the stand-in carrier and the run's clock:
//   DATABASE_URL=… DATA_DIR=… node worker.js <carrier's port> <clock>
import { createJobHandlers } from "@/bin/worker/job-handlers";
import type { HeartbeatTimes } from "@/lib/platform/jobs/heartbeats";
import { runJobs } from "@/lib/platform/jobs/run";
import { fileClock } from "./clock";
import { lineTo } from "./line";

/** In life it takes half a minute until a dead worker's jobs are free, which a run does not wait for each time. */
const FAST = { heartbeatMs: 250, staleMs: 5_000 } satisfies HeartbeatTimes;

const [port, clockFile = ""] = process.argv.slice(2);
const line = lineTo(Number(port));
runJobs(
  createJobHandlers(() => line, fileClock(clockFile)),
  FAST,
);
process.stdout.write("up\n");
// It exits with its parent.
process.stdin.on("end", () => process.exit(0)).resume();
