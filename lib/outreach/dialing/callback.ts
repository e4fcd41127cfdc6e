import { type AgentForCall, agentForCall } from "@/lib/agents/agents";
import { requireTerms } from "@/lib/agents/integrations";
import { blockCall, contactOfNumber, type OutboundCall } from "@/lib/calls/calls";
import { parseNumber } from "@/lib/contacts/contacts";
import type { Decision } from "@/lib/contacts/policy/schema";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { subjectSealer, subjectSealers } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import { contactChannel } from "./attempts";
import type { CarrierFor } from "./carrier";
import { judgeNow, reasonsOf } from "./judge";
import { attempt } from "./start";

/** Until a callback that is held by nothing with an end is looked at again. */
const LOOK_AGAIN_MS = 3_600_000;
/** Somebody who asked for a call a week ago does not wait for it any more. */
const MAX_LATE_MS = 7 * 24 * 3_600_000;
/** Until a contact is asked for again who is on another call. */
const BUSY_MS = 10 * 60_000;

type Status = "pending" | "placed" | "blocked" | "failed";

/** The job that takes up a callback when it is due. */
const callbackJob = (ctx: Ctx, callbackId: string, runAt: string) =>
  enqueue(
    "callback.due",
    { workspaceId: ctx.workspaceId, callbackId },
    { key: `callback:${callbackId}`, runAt },
  );

/** Says what became of a callback, once. */
const close = (ctx: Ctx, id: string, status: Status) =>
  record(ctx, {
    run: [
      db
        .updateTable("callbacks")
        .set({ status })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .where("status", "=", "pending"),
    ],
  });

const again = (ctx: Ctx, id: string, runAt: string) => record(ctx, { run: [callbackJob(ctx, id, runAt)] });

async function pendingOf(ctx: Ctx, id: string) {
  return ctx.db.one(
    db
      .selectFrom("callbacks")
      .select(["environment", "agent_id", "subject_id", "number", "due_at"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("status", "=", "pending"),
  );
}
type Pending = { agent_id: string; subject_id: string; number: Buffer | null; due_at: string };

/** What the agent runs now; null where it takes no calls any more, or terms of the workspace stand against it. */
async function liveAgent(ctx: Ctx, agentId: string): Promise<AgentForCall | null> {
  try {
    const agent = await agentForCall(ctx, agentId, { draft: false });
    await requireTerms(ctx, agent.config, { environment: ctx.environment, spoken: true });
    return agent;
  } catch (error) {
    if (error instanceof AppError && ["not_found", "invalid_state"].includes(error.code)) return null;
    throw error;
  }
}

/** The call back, not queued yet; null where nobody can be called or no agent calls. */
async function callOf(ctx: Ctx, id: string, row: Pending): Promise<OutboundCall | null> {
  const sealer = (await subjectSealers(ctx.workspaceId, [row.subject_id])).get(row.subject_id);
  if (sealer === undefined || row.number === null) return null;
  const parsed = parseNumber(sealer.openText({ table: "callbacks", row: id, field: "number" }, row.number));
  const agent = await liveAgent(ctx, row.agent_id);
  if (!parsed.ok || agent === null) return null;
  const contact = await contactOfNumber(ctx, parsed.number);
  return {
    id: seriesOf(id),
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

/** The call's id follows from the callback's, so that the database refuses a second one. */
const seriesOf = (callbackId: string): string => callbackId.replace(/^cbk_/, "call_");

async function take(ctx: Ctx, id: string, call: OutboundCall, decision: Decision, dueAt: string) {
  const now = ctx.now();
  const late = Date.parse(now) - Date.parse(dueAt) > MAX_LATE_MS;
  if (decision.verdict === "hold" && !late)
    return again(ctx, id, decision.until ?? plusMs(now, LOOK_AGAIN_MS));
  if (decision.verdict !== "allow") {
    await blockCall(ctx, call, reasonsOf(decision));
    return close(ctx, id, "blocked");
  }
  const made = await attempt(ctx, `callback/${id}/1`, call, decision);
  if (made) return close(ctx, id, "placed");
  return again(ctx, id, plusMs(now, BUSY_MS));
}

/** Whether the call of a callback has been made before, by a worker that died before it said so. */
async function wasMade(ctx: Ctx, id: string): Promise<boolean> {
  const call = db
    .selectFrom("calls")
    .select("id")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", seriesOf(id));
  return (await ctx.db.one(call)) !== undefined;
}

/**
 * Takes up a callback that is due, by the decision that everybody is called by: what holds it lets it be looked at
 * again, for a week; what blocks it leaves a blocked call with the reasons. Safe to repeat.
 */
export async function takeCallback(base: Ctx, id: string, carrierFor: CarrierFor): Promise<void> {
  const row = await pendingOf(base, id);
  if (row === undefined) return;
  const ctx: Ctx = { ...base, environment: row.environment as Environment };
  const pending = row as unknown as Pending;
  if (pending.due_at > ctx.now()) return void (await again(ctx, id, pending.due_at));
  if (await wasMade(ctx, id)) return void (await close(ctx, id, "placed"));
  const call = await callOf(ctx, id, pending);
  if (call === null) return void (await close(ctx, id, "failed"));
  const channel = contactChannel(call.channel);
  const decision = await judgeNow(ctx, {
    contactId: call.contact.id,
    channel,
    purpose: call.purpose,
    agentLive: true,
    carrierAvailable: await carrierFor(ctx.environment).ready(ctx, channel),
  });
  await take(ctx, id, call, decision, pending.due_at);
}
