// The process that does the jobs: a job's name is mapped to a verb here, and nowhere else.
import { anchorHeads } from "@/lib/audit";
import { reindexCalls, tickCall } from "@/lib/calls";
import { campaignResult, stepCampaign, sweepCampaigns } from "@/lib/campaigns";
import { carrierFor, converseInDemo, fillDemo, simulateCall } from "@/lib/carriers";
import { systemCtx } from "@/lib/context/make";
import { closePool } from "@/lib/db";
import { followAttempt, placeAttempt, sweepAttempts, takeCallback } from "@/lib/dialing";
import { sweepIdempotencyKeys } from "@/lib/http/idempotency-sweep";
import { runImport, sweepImports } from "@/lib/imports";
import { runJobs } from "@/lib/jobs/run";
import type { Verbs } from "@/lib/jobs/tasks";
import { endWith } from "@/lib/lifetime";
import { sweepWindows } from "@/lib/limits";
import { log } from "@/lib/log";
import { workspaceIds } from "@/lib/workspaces";

const verbs: Verbs = {
  "call.tick": ({ workspaceId, callId }, signal) =>
    tickCall(systemCtx(workspaceId, "call.tick", { signal }), callId),
  "calls.reindex": ({ workspaceId, agentId, after }) =>
    reindexCalls(systemCtx(workspaceId, "calls.reindex"), agentId, after),
  "attempt.place": ({ workspaceId, key }, signal) =>
    placeAttempt(systemCtx(workspaceId, "attempt.place", { signal }), key, carrierFor),
  "attempt.follow": ({ workspaceId, callId }) =>
    followAttempt(systemCtx(workspaceId, "attempt.follow"), callId, carrierFor),
  "attempts.sweep": async () => {
    for (const id of await workspaceIds()) await sweepAttempts(systemCtx(id, "attempts.sweep"));
  },
  "callback.due": ({ workspaceId, callbackId }) =>
    takeCallback(systemCtx(workspaceId, "callback.due"), callbackId, carrierFor),
  "campaign.step": ({ workspaceId, campaignId }) =>
    stepCampaign(systemCtx(workspaceId, "campaign.step"), campaignId, carrierFor),
  "campaign.result": ({ workspaceId, key }) => campaignResult(systemCtx(workspaceId, "campaign.result"), key),
  "campaigns.sweep": async () => {
    for (const id of await workspaceIds()) await sweepCampaigns(systemCtx(id, "campaigns.sweep"));
  },
  "import.run": ({ workspaceId, importId }, signal) =>
    runImport(systemCtx(workspaceId, "import.run", { signal }), importId),
  "imports.sweep": async () => {
    for (const id of await workspaceIds()) await sweepImports(systemCtx(id, "imports.sweep"));
  },
  "simulator.call": ({ workspaceId, callId }, signal) =>
    simulateCall(systemCtx(workspaceId, "simulator.call", { signal }), callId),
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
