import {
  type AgentForCalls,
  readAgentForCalls,
  selectAgentForCall,
  versionsForCalls,
} from "@/lib/agents/agents";
import { requireProviderPolicies } from "@/lib/agents/integrations";
import { blockCall, findOrCreateContact, type OutboundCall } from "@/lib/calls/calls";
import { parseNumber } from "@/lib/contacts/contacts";
import type { Decision } from "@/lib/contacts/policy/schema";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { subjectSealer, subjectSealers } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import { contactChannel } from "./attempt-statements";
import type { CarrierFor } from "./carrier";
import { decideForContact, reasonsOf } from "./policy-decision";
import { queueAttempt } from "./start-call";

/** Delay before a held callback is decided again, if the hold has no end. */
const LOOK_AGAIN_MS = 3_600_000;
/** A callback that is later than this is dropped. */
const MAX_LATE_MS = 7 * 24 * 3_600_000;
/** Delay before the next try while the contact is on another call. */
const BUSY_MS = 10 * 60_000;

type Status = "pending" | "placed" | "blocked" | "failed";

/** The job that places a callback when it is due. */
const callbackJob = (ctx: Ctx, callbackId: string, runAt: string) =>
  enqueue(
    "callback.due",
    { workspaceId: ctx.workspaceId, callbackId },
    { key: `callback:${callbackId}`, runAt },
  );

/** Sets the final status of a pending callback. */
const close = (ctx: Ctx, id: string, status: Status) =>
  writeUnaudited(ctx, {
    run: [
      db
        .updateTable("callbacks")
        .set({ status })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .where("status", "=", "pending"),
    ],
  });

const reschedule = (ctx: Ctx, id: string, runAt: string) =>
  writeUnaudited(ctx, { run: [callbackJob(ctx, id, runAt)] });

async function pendingOf(ctx: Ctx, id: string) {
  return ctx.db.first(
    db
      .selectFrom("callbacks")
      .select(["environment", "agent_id", "subject_id", "number", "due_at"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("status", "=", "pending"),
  );
}
type Pending = { agent_id: string; subject_id: string; number: Buffer | null; due_at: string };

/**
 * Loads the versions that new calls of the agent run. Returns null if it takes no calls, or if the workspace's provider
 * policy forbids it.
 */
async function liveAgent(ctx: Ctx, agentId: string): Promise<AgentForCalls | null> {
  try {
    const agent = await readAgentForCalls(ctx, agentId);
    for (const { config } of versionsForCalls(agent))
      await requireProviderPolicies(ctx, config, { environment: ctx.environment, usesVoice: true });
    return agent;
  } catch (error) {
    if (error instanceof AppError && ["not_found", "invalid_state"].includes(error.code)) return null;
    throw error;
  }
}

/** Builds the call. Returns null if the number is invalid or erased, or no live agent can call. */
async function callOf(ctx: Ctx, id: string, row: Pending): Promise<OutboundCall | null> {
  const sealer = (await subjectSealers(ctx.workspaceId, [row.subject_id])).get(row.subject_id);
  if (sealer === undefined || row.number === null) return null;
  const parsed = parseNumber(sealer.openText({ table: "callbacks", row: id, field: "number" }, row.number));
  const live = await liveAgent(ctx, row.agent_id);
  if (!parsed.ok || live === null) return null;
  const contact = await findOrCreateContact(ctx, parsed.number);
  const callId = seriesOf(id);
  const agent = selectAgentForCall(live, { numberHash: contact.hash, callId });
  return {
    id: callId,
    agentId: row.agent_id,
    agent,
    campaignId: null,
    contact: { ...contact, sealer: await subjectSealer(ctx.workspaceId, contact.id) },
    channel: agent.config.type === "messaging" ? "sms" : "phone",
    purpose: "informational",
    variables: {},
    metadata: { callback_id: id },
    suppressRecording: false,
  };
}

/** The call's ID is derived from the callback's, so the database rejects a second call. */
const seriesOf = (callbackId: string): string => callbackId.replace(/^cbk_/, "call_");

async function take(ctx: Ctx, id: string, call: OutboundCall, decision: Decision, dueAt: string) {
  const now = ctx.now();
  const late = Date.parse(now) - Date.parse(dueAt) > MAX_LATE_MS;
  if (decision.verdict === "hold" && !late)
    return reschedule(ctx, id, decision.until ?? plusMs(now, LOOK_AGAIN_MS));
  if (decision.verdict !== "allow") {
    await blockCall(ctx, call, reasonsOf(decision));
    return close(ctx, id, "blocked");
  }
  const queued = await queueAttempt(ctx, `callback/${id}/1`, call, decision);
  if (queued) return close(ctx, id, "placed");
  return reschedule(ctx, id, plusMs(now, BUSY_MS));
}

/** Whether the callback's call exists already, from a worker that died before it updated the callback. */
async function wasMade(ctx: Ctx, id: string): Promise<boolean> {
  const call = db
    .selectFrom("calls")
    .select("id")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", seriesOf(id));
  return (await ctx.db.first(call)) !== undefined;
}

/**
 * Places a due callback, subject to the usual policy decision. A held one is decided again later, for up to a
 * week. A blocked one leaves a blocked call with the reasons. Safe to repeat.
 */
export async function placeCallback(base: Ctx, id: string, carrierFor: CarrierFor): Promise<void> {
  const row = await pendingOf(base, id);
  if (row === undefined) return;
  const ctx: Ctx = { ...base, environment: row.environment as Environment };
  const pending = row as unknown as Pending;
  if (pending.due_at > ctx.now()) return void (await reschedule(ctx, id, pending.due_at));
  if (await wasMade(ctx, id)) return void (await close(ctx, id, "placed"));
  const call = await callOf(ctx, id, pending);
  if (call === null) return void (await close(ctx, id, "failed"));
  const channel = contactChannel(call.channel);
  const carrier = carrierFor(ctx.environment);
  const calls = { to: call.contact.phone, trunkIds: null };
  const limitedUntil = channel === "call" ? await carrier.findLimit?.(ctx, calls) : null;
  if (limitedUntil) return void (await reschedule(ctx, id, limitedUntil));
  const decision = await decideForContact(ctx, {
    contactId: call.contact.id,
    channel,
    purpose: call.purpose,
    isAgentLive: true,
    isCarrierAvailable: await carrier.ready(ctx, channel),
  });
  await take(ctx, id, call, decision, pending.due_at);
}
