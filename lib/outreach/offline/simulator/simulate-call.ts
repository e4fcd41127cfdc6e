import { readAgentForCall, readVersion } from "@/lib/agents/agents";
import type { Variable } from "@/lib/agents/agents/schema";
import { readCall } from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import { findAttempt, handleCarrierEvent } from "@/lib/outreach/dialing";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { simulateCallerTurn } from "./caller-turn";
import { simulator, simulatorJob, simulatorRef } from "./carrier";
import { type Subscriber, subscriberOf } from "./subscriber";

/** Delay until a call is checked again while it is the agent's turn. */
const AGENT_RECHECK_MS = 1_000;

async function variablesOf(ctx: Ctx, call: Call): Promise<readonly Variable[]> {
  const { agent_id: agentId, agent_version: version } = call;
  return version === null
    ? (await readAgentForCall(ctx, agentId, { draft: true, caller: null })).config.variables
    : (await readVersion(ctx, agentId, version)).config.variables;
}

const reportEvent = (
  ctx: Ctx,
  callId: string,
  key: string,
  type: Parameters<typeof handleCarrierEvent>[3]["type"],
) => handleCarrierEvent(ctx, simulator, simulatorRef(callId), { type, key });

const enqueueStep = (ctx: Ctx, callId: string, afterMs = 0) =>
  writeUnaudited(ctx, { run: [simulatorJob(ctx, callId, plusMs(ctx.now(), afterMs))] });

/**
 * Runs one act of the subscriber. A silent subscriber is hung up at once, as a simulation has no timeouts to
 * wait for.
 */
async function speakOnce(
  ctx: Ctx,
  call: Call,
  key: string,
  { persona, seed, phone }: Subscriber,
): Promise<void> {
  const variables = await variablesOf(ctx, call);
  const caller = { persona, seed, phone, variables, today: call.created_at.slice(0, 10) };
  const state = await simulateCallerTurn(ctx, call.id, caller);
  if (state.at === "silent") await reportEvent(ctx, call.id, key, "ended");
  if (state.at === "continues")
    await enqueueStep(ctx, call.id, state.waitsFor === "agent" ? AGENT_RECHECK_MS : 0);
}

/**
 * Runs one step of a simulated call and enqueues the next: it rings, is answered or not, and the subscriber
 * says one thing at a time. The result depends only on the attempt's key and the call's state, and uses the
 * same functions as real calls. So a killed worker loses nothing, and a repeated step changes nothing. There
 * are no pauses.
 */
export async function simulateCall(base: Ctx, callId: string): Promise<void> {
  const attemptWithCtx = await findAttempt(base, { callId });
  if (attemptWithCtx === undefined) return;
  const { ctx, attempt } = attemptWithCtx;
  const subscriber = subscriberOf(attempt.key);
  if (attempt.status === "queued") {
    await reportEvent(ctx, callId, attempt.key, "ringing");
    return void (await enqueueStep(ctx, callId));
  }
  if (attempt.status === "ringing") {
    await reportEvent(ctx, callId, attempt.key, subscriber.disposition);
    if (subscriber.disposition === "answered") await enqueueStep(ctx, callId);
    return;
  }
  if (attempt.status === "in_progress")
    await speakOnce(ctx, await readCall(ctx, callId), attempt.key, subscriber);
}
