import { reindexCalls, tickCall } from "@/lib/calls/calls";
import { checkRecordings, finishRecording, removeRecording, sweepRecordings } from "@/lib/calls/recordings";
import { foldAnalytics, repairAnalytics } from "@/lib/data/analytics";
import { destroyWorkspace, runErasure, sweepErasures, sweepWorkspace } from "@/lib/data/erasure";
import { checkExports, removeExport, runExport, sweepExports } from "@/lib/data/exports";
import { sweepFailedJobs, sweepRetention, sweepStorage } from "@/lib/data/retention";
import { serveEndpoint, serveEvents, sweepWebhooks } from "@/lib/data/webhooks";
import { sweepIdempotencyKeys } from "@/lib/http/idempotency-sweep";
import { mailAccountNotice, mailMemberNotice, mailPasswordReset } from "@/lib/identity/auth";
import { continueRotation, rotateIfDue } from "@/lib/identity/encryption";
import { mailInvitation } from "@/lib/identity/invitations";
import { notifyExpiringKeys } from "@/lib/identity/keys";
import { notifyExpiringCertificates } from "@/lib/identity/sso";
import { listWorkspaceIds } from "@/lib/identity/workspaces";
import { recordOutcome, stepCampaign, sweepCampaigns } from "@/lib/outreach/campaigns";
import {
  type CarrierFor,
  followAttempt,
  placeAttempts,
  placeCallback,
  sweepAttempts,
} from "@/lib/outreach/dialing";
import { runImport, sweepImports } from "@/lib/outreach/imports";
import { createDemoWorkspace, runDemoStep } from "@/lib/outreach/offline/demo";
import { simulateCall } from "@/lib/outreach/offline/simulator";
import {
  beginPlannedThread,
  processInboundText,
  receiveDeferredTexts,
  sendText,
  sweepTexts,
} from "@/lib/outreach/texting";
import { anchorHeads } from "@/lib/platform/audit";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { isUnlocked, workspaceKeys } from "@/lib/platform/crypto";
import type { JobHandlers } from "@/lib/platform/jobs/tasks";
import { sweepStreams, sweepWindows } from "@/lib/platform/limits";
import { sendMail } from "@/lib/platform/mail";

/** Jobs that run without the workspace's keys: they create the workspace, serve a locked one, or delete it. */
const LOCK_EXEMPT: readonly string[] = [
  "demo.fill",
  "demo.converse",
  "texts.deferred",
  "notice.mail",
  "workspace.destroy",
];

/** Checks that the storage has the files of a workspace's recordings and exports. */
async function checkFiles(ctx: Ctx): Promise<void> {
  await checkRecordings(ctx);
  await checkExports(ctx);
}

/** Makes jobs of a locked workspace throw `workspace_locked`, which defers them. */
function requireUnlocked(verbs: JobHandlers): JobHandlers {
  const guarded = Object.entries(verbs).map(([name, verb]) => {
    const run = verb as (payload: object, signal: AbortSignal) => Promise<unknown>;
    if (LOCK_EXEMPT.includes(name)) return [name, run];
    return [
      name,
      async (payload: { workspaceId?: string }, signal: AbortSignal) => {
        if (payload.workspaceId !== undefined) await workspaceKeys(payload.workspaceId);
        return run(payload, signal);
      },
    ];
  });
  return Object.fromEntries(guarded) as JobHandlers;
}

/** Maps each job's name to the function that runs it. This is the only such map. */
export function createJobHandlers(carrierFor: CarrierFor, clock: Clock = systemClock): JobHandlers {
  const ctx = (workspaceId: string, job: string, signal?: AbortSignal) =>
    systemCtx(workspaceId, job, { clock, ...(signal !== undefined && { signal }) });
  /** Runs in each workspace as its tenant. Locked workspaces are skipped; a failure does not stop the other workspaces. */
  const forEachWorkspace = async (verb: (ctx: Ctx) => Promise<unknown>, job: string, lockedToo = false) => {
    const failures: unknown[] = [];
    for (const id of await listWorkspaceIds())
      try {
        if (lockedToo || (await isUnlocked(id))) await verb(ctx(id, job));
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0)
      throw new AggregateError(failures, `${job} failed in ${failures.length} workspaces`);
  };
  return requireUnlocked({
    "call.tick": ({ workspaceId, callId }, signal) => tickCall(ctx(workspaceId, "call.tick", signal), callId),
    "calls.reindex": ({ workspaceId, agentId, after }) =>
      reindexCalls(ctx(workspaceId, "calls.reindex"), agentId, after),
    "attempts.place": ({ workspaceId, keys }, signal) =>
      placeAttempts(ctx(workspaceId, "attempts.place", signal), keys, carrierFor),
    "attempt.follow": ({ workspaceId, callId }) =>
      followAttempt(ctx(workspaceId, "attempt.follow"), callId, carrierFor),
    "attempts.sweep": () => forEachWorkspace(sweepAttempts, "attempts.sweep"),
    "callback.due": ({ workspaceId, callbackId }) =>
      placeCallback(ctx(workspaceId, "callback.due"), callbackId, carrierFor),
    "campaign.step": ({ workspaceId, campaignId }) =>
      stepCampaign(ctx(workspaceId, "campaign.step"), campaignId, carrierFor),
    "campaign.result": ({ workspaceId, key }) => recordOutcome(ctx(workspaceId, "campaign.result"), key),
    "campaigns.sweep": () => forEachWorkspace(sweepCampaigns, "campaigns.sweep"),
    "import.run": ({ workspaceId, importId }, signal) =>
      runImport(ctx(workspaceId, "import.run", signal), importId),
    "imports.sweep": () => forEachWorkspace(sweepImports, "imports.sweep"),
    "simulator.call": ({ workspaceId, callId }, signal) =>
      simulateCall(ctx(workspaceId, "simulator.call", signal), callId),
    "text.send": ({ workspaceId, textId }, signal) =>
      sendText(ctx(workspaceId, "text.send", signal), textId, carrierFor),
    "text.take": ({ workspaceId, textId }, signal) =>
      processInboundText(ctx(workspaceId, "text.take", signal), textId),
    "texts.deferred": ({ workspaceId }, signal) =>
      receiveDeferredTexts(ctx(workspaceId, "texts.deferred", signal)),
    "texts.sweep": () => forEachWorkspace(sweepTexts, "texts.sweep"),
    "text.begin": ({ workspaceId, callId }, signal) =>
      beginPlannedThread(ctx(workspaceId, "text.begin", signal), callId, carrierFor),
    "demo.fill": (payload) => createDemoWorkspace(payload),
    "demo.converse": (payload) => runDemoStep(payload),
    "recording.finish": ({ workspaceId, callId }) =>
      finishRecording(ctx(workspaceId, "recording.finish"), callId),
    "recording.remove": ({ workspaceId, callId }) =>
      removeRecording(ctx(workspaceId, "recording.remove"), callId),
    "recordings.sweep": () => forEachWorkspace(sweepRecordings, "recordings.sweep"),
    "encryption.rotate": ({ workspaceId }) => continueRotation(ctx(workspaceId, "encryption.rotate")),
    "encryption.schedule": () => forEachWorkspace(rotateIfDue, "encryption.schedule"),
    "erasure.run": ({ workspaceId, deletionId }, signal) =>
      runErasure(ctx(workspaceId, "erasure.run", signal), deletionId),
    "erasures.sweep": () => forEachWorkspace(sweepErasures, "erasures.sweep"),
    "workspace.destroy": ({ workspaceId }, signal) =>
      destroyWorkspace(ctx(workspaceId, "workspace.destroy", signal)),
    "workspaces.sweep": () => forEachWorkspace(sweepWorkspace, "workspaces.sweep", true),
    "retention.sweep": () => forEachWorkspace(sweepRetention, "retention.sweep"),
    "storage.sweep": () => sweepStorage(clock),
    "storage.check": () => forEachWorkspace(checkFiles, "storage.check"),
    "jobs.sweep": () => sweepFailedJobs(clock),
    "mail.invitation": async ({ workspaceId, invitationId }) => {
      if (sendMail !== null)
        await mailInvitation(ctx(workspaceId, "mail.invitation"), invitationId, sendMail);
    },
    "mail.reset": async ({ resetId }) => {
      if (sendMail !== null) await mailPasswordReset(resetId, iso(clock.now()), sendMail);
    },
    "mail.notice": async (payload) => {
      if (sendMail !== null) await mailAccountNotice(payload, sendMail);
    },
    "notice.mail": async ({ workspaceId, noticeId }) => {
      if (sendMail !== null) await mailMemberNotice(ctx(workspaceId, "notice.mail"), noticeId, sendMail);
    },
    "keys.expiring": () => forEachWorkspace(notifyExpiringKeys, "keys.expiring"),
    "sso.certificates": () => forEachWorkspace(notifyExpiringCertificates, "sso.certificates"),
    "export.run": ({ workspaceId, exportId }, signal) =>
      runExport(ctx(workspaceId, "export.run", signal), exportId),
    "export.remove": ({ workspaceId, exportId }) => removeExport(ctx(workspaceId, "export.remove"), exportId),
    "exports.sweep": () => forEachWorkspace(sweepExports, "exports.sweep"),
    "analytics.fold": () => forEachWorkspace(foldAnalytics, "analytics.fold"),
    "analytics.check": () => forEachWorkspace(repairAnalytics, "analytics.check"),
    "webhook.event": ({ workspaceId }, signal) => serveEvents(ctx(workspaceId, "webhook.event", signal)),
    "webhook.deliver": ({ workspaceId, endpointId }, signal) =>
      serveEndpoint(ctx(workspaceId, "webhook.deliver", signal), endpointId),
    "webhooks.sweep": () => forEachWorkspace(sweepWebhooks, "webhooks.sweep"),
    "audit.anchor": () => anchorHeads(),
    "limits.sweep": () => Promise.all([sweepWindows(), sweepStreams()]),
    "idempotency.sweep": () => sweepIdempotencyKeys(),
  });
}
