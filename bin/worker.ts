// The process that runs the jobs.

import { openMetrics } from "@/lib/data/metrics";
import { abandonEndpoints } from "@/lib/data/webhooks";
import { carrierFor } from "@/lib/outreach/carriers";
import { closePool } from "@/lib/platform/db";
import { metricsAccess } from "@/lib/platform/env";
import { DELIVERY_LANE, runJobs } from "@/lib/platform/jobs/run";
import { log } from "@/lib/platform/log";
import { onShutdown } from "@/lib/platform/shutdown";
import { startTracing } from "@/lib/platform/telemetry/start-tracing";
import { requireSecrets } from "./secrets/require-secrets";
import { createJobHandlers } from "./worker/job-handlers";

await requireSecrets();
const stopTracing = await startTracing("worker");
const metrics = openMetrics(metricsAccess("worker"));

const { "webhook.event": event, "webhook.deliver": deliver, ...verbs } = createJobHandlers(carrierFor);
const jobs = runJobs(verbs);
// Deliveries have their own runner: they wait for subscribers' servers and must not delay other jobs.
const deliveries = runJobs({ "webhook.event": event, "webhook.deliver": deliver }, {}, DELIVERY_LANE);
log.info("worker started");
// The supervisor waits for this message, as the worker has no port to probe (bin/start/supervisor.mjs).
process.send?.("up");

onShutdown(async () => {
  await Promise.all([jobs.stop(), deliveries.stop().then(abandonEndpoints)]);
  await Promise.all([metrics.stop(), stopTracing()]);
  await closePool();
});
