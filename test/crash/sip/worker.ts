// The product's worker with the product's carriers:
//   DATABASE_URL=… DATA_DIR=… TOOL_ALLOWED_HOSTS=127.0.0.1:1024-65535 node crash-sip-worker.js
import { createJobHandlers } from "@/bin/worker/job-handlers";
import { carrierFor } from "@/lib/outreach/carriers";
import type { HeartbeatTimes } from "@/lib/platform/jobs/heartbeats";
import { runJobs } from "@/lib/platform/jobs/run";

/** The product waits half a minute until a dead worker's jobs are free. */
const FAST = { heartbeatMs: 250, staleMs: 5_000 } satisfies HeartbeatTimes;

runJobs(createJobHandlers(carrierFor), FAST);
process.stdout.write("up\n");
// It exits with its parent.
process.stdin.on("end", () => process.exit(0)).resume();
