// The process that does the jobs.

import { openMetrics } from "@/lib/data/metrics";
import { leaveEndpoints } from "@/lib/data/webhooks";
import { carrierFor } from "@/lib/outreach/carriers";
import { closePool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { DELIVERIES, runJobs } from "@/lib/platform/jobs/run";
import { endWith } from "@/lib/platform/lifetime";
import { log } from "@/lib/platform/log";
import { verbsOf } from "./worker/verbs";

// The server has METRICS_PORT itself; the rule is that of bin/start/checks.mjs.
const metrics = openMetrics({ port: env.METRICS_PORT === undefined ? undefined : env.METRICS_PORT + 1 });

const { "webhook.event": event, "webhook.deliver": deliver, ...verbs } = verbsOf(carrierFor);
const jobs = runJobs(verbs);
// By themselves: they wait for other people's servers, and nothing else of the product is to wait with them.
const deliveries = runJobs({ "webhook.event": event, "webhook.deliver": deliver }, {}, DELIVERIES);
log.info("the worker takes jobs");
// Whoever started it waits for this: it has no port that could be tried (bin/start/supervisor.mjs).
process.send?.("up");

endWith(async () => {
  await Promise.all([jobs.stop(), deliveries.stop().then(leaveEndpoints)]);
  await metrics.stop();
  await closePool();
});
