// The process that does the jobs: a job's name is mapped to a verb here, and nowhere else.
import { anchorHeads } from "@/lib/audit";
import { reindexCalls, tickCall } from "@/lib/calls";
import { converseInDemo, fillDemo } from "@/lib/carriers";
import { systemCtx } from "@/lib/context/make";
import { closePool } from "@/lib/db";
import { sweepIdempotencyKeys } from "@/lib/http/idempotency-sweep";
import { runJobs } from "@/lib/jobs/run";
import type { Verbs } from "@/lib/jobs/tasks";
import { endWith } from "@/lib/lifetime";
import { sweepWindows } from "@/lib/limits";
import { log } from "@/lib/log";

const verbs: Verbs = {
  "call.tick": ({ workspaceId, callId }, signal) =>
    tickCall(systemCtx(workspaceId, "call.tick", { signal }), callId),
  "calls.reindex": ({ workspaceId, agentId, after }) =>
    reindexCalls(systemCtx(workspaceId, "calls.reindex"), agentId, after),
  "demo.fill": (payload) => fillDemo(payload),
  "demo.converse": (payload) => converseInDemo(payload),
  "audit.anchor": () => anchorHeads(),
  "limits.sweep": () => sweepWindows(),
  "idempotency.sweep": () => sweepIdempotencyKeys(),
};

const jobs = runJobs(verbs);
log.info("the worker takes jobs");

endWith(async () => {
  await jobs.stop();
  await closePool();
});
