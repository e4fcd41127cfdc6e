// The process that runs the jobs.

import { openMetrics } from "@/lib/data/metrics";
import { abandonEndpoints } from "@/lib/data/webhooks";
import { carrierFor } from "@/lib/outreach/carriers";
import { closePool } from "@/lib/platform/db";
import { metricsAccess } from "@/lib/platform/env";
import { handlersOfLane, LANES } from "@/lib/platform/jobs/lanes";
import type { JobLane } from "@/lib/platform/jobs/registry";
import { runJobs } from "@/lib/platform/jobs/run";
import { log } from "@/lib/platform/log";
import { onShutdown } from "@/lib/platform/shutdown";
import { startTracing } from "@/lib/platform/telemetry/start-tracing";
import { requireSchemaFit, watchSchemaFit } from "./schema/require-schema-fit";
import { requireSecrets } from "./secrets/require-secrets";
import { createJobHandlers } from "./worker/job-handlers";

await requireSchemaFit();
await requireSecrets();
const stopTracing = await startTracing("worker");
const metrics = openMetrics(metricsAccess("worker"));

const handlers = createJobHandlers(carrierFor);
const runLane = (lane: JobLane) => runJobs(handlersOfLane(handlers, lane), {}, LANES[lane]);
const conversations = runLane("conversations");
const deliveries = runLane("deliveries");
const bulk = runLane("bulk");
log.info("worker started");
// The supervisor waits for this message, as the worker has no port to probe (bin/start/supervisor.mjs).
process.send?.("up");

watchSchemaFit();
onShutdown(async () => {
  await Promise.all([conversations.stop(), bulk.stop(), deliveries.stop().then(abandonEndpoints)]);
  await Promise.all([metrics.stop(), stopTracing()]);
  await closePool();
});
