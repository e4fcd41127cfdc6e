// The process that runs the jobs.

import { openMetrics } from "@/lib/data/metrics";
import { leaveEndpoints } from "@/lib/data/webhooks";
import { carrierFor } from "@/lib/outreach/carriers";
import { closePool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { DELIVERIES, runJobs } from "@/lib/platform/jobs/run";
import { endWith } from "@/lib/platform/lifetime";
import { log } from "@/lib/platform/log";
import { createJobHandlers } from "./worker/verbs";

// The server uses METRICS_PORT, the worker the next port; the same rule as in bin/start/checks.mjs.
const metrics = openMetrics({ port: env.METRICS_PORT === undefined ? undefined : env.METRICS_PORT + 1 });

const { "webhook.event": event, "webhook.deliver": deliver, ...verbs } = createJobHandlers(carrierFor);
const jobs = runJobs(verbs);
// Deliveries have their own runner: they wait for subscribers' servers and must not delay other jobs.
const deliveries = runJobs({ "webhook.event": event, "webhook.deliver": deliver }, {}, DELIVERIES);
log.info("worker started");
// The supervisor waits for this message, as the worker has no port to probe (bin/start/supervisor.mjs).
process.send?.("up");

endWith(async () => {
  await Promise.all([jobs.stop(), deliveries.stop().then(leaveEndpoints)]);
  await metrics.stop();
  await closePool();
});
