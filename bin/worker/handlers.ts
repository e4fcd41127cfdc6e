import { sweepCostLimits } from "@/lib/agents/cost-limits";
import { reindexCalls, tickCall, transcriptCompression } from "@/lib/calls/calls";
import {
  checkRecordings,
  discardFolder,
  finishRecording,
  removeRecording,
  sweepRecordings,
} from "@/lib/calls/recordings";
import { judgeScoreRun } from "@/lib/calls/score-runs";
import { judgeCall, notifyScoreDrifts } from "@/lib/calls/scores";
import { foldAnalytics, repairAnalytics } from "@/lib/data/analytics";
import { createDemoWorkspace, playDemoScenario } from "@/lib/data/demo";
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
import { recordOutcome, stepCampaign, sweepCampaigns } from "@/lib/outreach/campaigns";
import {
  type CarrierFor,
  followAttempt,
  placeAttempts,
  placeCallback,
  sweepAttempts,
} from "@/lib/outreach/dialing";
import { runImport, sweepImports } from "@/lib/outreach/imports";
import { simulateCall } from "@/lib/outreach/offline/simulator";
import {
  beginPlannedThread,
  processInboundText,
  receiveDeferredTexts,
  sendText,
  sweepTexts,
} from "@/lib/outreach/texting";
import { anchorHeads } from "@/lib/platform/audit";
import { runBackfills } from "@/lib/platform/backfills";
import { type Clock, iso } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import type { JOBS, JobName, Jobs } from "@/lib/platform/jobs/registry";
import { sweepStreams, sweepWindows } from "@/lib/platform/limits";
import { sendMail } from "@/lib/platform/mail";
import { openCaseLines } from "@/lib/suites/lines";
import { runSuite } from "@/lib/suites/runs";

/** `ctx.signal` aborts when the worker stops and no longer waits. */
type HandlerOf<N extends JobName> = (typeof JOBS)[N] extends { scope: "workspace" }
  ? (ctx: Ctx, payload: Jobs[N]) => Promise<unknown>
  : (typeof JOBS)[N] extends { scope: "each_workspace" }
    ? (ctx: Ctx) => Promise<unknown>
    : (payload: Jobs[N], signal: AbortSignal) => Promise<unknown>;
export type Handlers = { [N in JobName]: HandlerOf<N> };

/** Checks that the storage has the files of a workspace's recordings and exports. */
async function checkFiles(ctx: Ctx): Promise<void> {
  await checkRecordings(ctx);
  await checkExports(ctx);
}

/** The function of each job in `JOBS`. This is the only such map. */
export const createHandlers = (carrierFor: CarrierFor, clock: Clock): Handlers => ({
  "call.tick": (ctx, { callId }) => tickCall(ctx, callId),
  "call.judge": (ctx, { callId, attempt }) => judgeCall(ctx, callId, attempt),
  "score_run.judge": (ctx, { runId }) => judgeScoreRun(ctx, runId),
  "scores.drift": notifyScoreDrifts,
  "calls.reindex": (ctx, { agentId, after }) => reindexCalls(ctx, agentId, after),
  "backfills.run": (_, signal) => runBackfills([transcriptCompression], { clock, signal }),
  "attempts.place": (ctx, { keys }) => placeAttempts(ctx, keys, carrierFor),
  "attempt.follow": (ctx, { callId }) => followAttempt(ctx, callId, carrierFor),
  "cost_limits.sweep": sweepCostLimits,
  "attempts.sweep": sweepAttempts,
  "callback.due": (ctx, { callbackId }) => placeCallback(ctx, callbackId, carrierFor),
  "campaign.step": (ctx, { campaignId }) => stepCampaign(ctx, campaignId, carrierFor),
  "campaign.result": (ctx, { key }) => recordOutcome(ctx, key),
  "campaigns.sweep": sweepCampaigns,
  "import.run": (ctx, { importId }) => runImport(ctx, importId),
  "imports.sweep": sweepImports,
  "simulator.call": (ctx, { callId }) => simulateCall(ctx, callId),
  "text.send": (ctx, { textId }) => sendText(ctx, textId, carrierFor),
  "text.take": (ctx, { textId }) => processInboundText(ctx, textId),
  "texts.deferred": (ctx) => receiveDeferredTexts(ctx),
  "texts.sweep": sweepTexts,
  "suite.run": (ctx, { runId }) => runSuite(ctx, runId, openCaseLines),
  "text.begin": (ctx, { callId }) => beginPlannedThread(ctx, callId, carrierFor),
  "demo.fill": (payload) => createDemoWorkspace(payload),
  "demo.play": (payload) => playDemoScenario(payload),
  "recording.finish": (ctx, { callId }) => finishRecording(ctx, callId),
  "recording.remove": (ctx, { callId }) => removeRecording(ctx, callId),
  "recording.discard": (ctx, { object }) => discardFolder(ctx, object),
  "recordings.sweep": sweepRecordings,
  "encryption.rotate": (ctx) => continueRotation(ctx),
  "encryption.schedule": rotateIfDue,
  "erasure.run": (ctx, { deletionId }) => runErasure(ctx, deletionId),
  "erasures.sweep": sweepErasures,
  "workspace.destroy": (ctx) => destroyWorkspace(ctx),
  "workspaces.sweep": sweepWorkspace,
  "retention.sweep": sweepRetention,
  "storage.sweep": () => sweepStorage(clock),
  "storage.check": checkFiles,
  "jobs.sweep": () => sweepFailedJobs(clock),
  "mail.invitation": async (ctx, { invitationId }) => {
    if (sendMail !== null) await mailInvitation(ctx, invitationId, sendMail);
  },
  "mail.reset": async ({ resetId }) => {
    if (sendMail !== null) await mailPasswordReset(resetId, iso(clock.now()), sendMail);
  },
  "mail.notice": async (payload) => {
    if (sendMail !== null) await mailAccountNotice(payload, sendMail);
  },
  "notice.mail": async (ctx, { noticeId }) => {
    if (sendMail !== null) await mailMemberNotice(ctx, noticeId, sendMail);
  },
  "keys.expiring": notifyExpiringKeys,
  "sso.certificates": notifyExpiringCertificates,
  "export.run": (ctx, { exportId }) => runExport(ctx, exportId),
  "export.remove": (ctx, { exportId }) => removeExport(ctx, exportId),
  "exports.sweep": sweepExports,
  "analytics.fold": foldAnalytics,
  "analytics.check": repairAnalytics,
  "webhook.event": (ctx) => serveEvents(ctx),
  "webhook.deliver": (ctx, { endpointId }) => serveEndpoint(ctx, endpointId),
  "webhooks.sweep": sweepWebhooks,
  "audit.anchor": () => anchorHeads(),
  "limits.sweep": () => Promise.all([sweepWindows(), sweepStreams()]),
  "idempotency.sweep": () => sweepIdempotencyKeys(),
});
