import { agentForCall, readVersion } from "@/lib/agents/agents";
import type { Variable } from "@/lib/agents/agents/schema";
import { readCall } from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import { carrierSaid, findAttempt } from "@/lib/outreach/dialing";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { refOf, simulator, step } from "./carrier";
import { converse } from "./hold";
import { type Subscriber, subscriberOf } from "./subscriber";

/** Until a call is looked at again in which the agent has the word. */
const AGENT_MS = 1_000;

async function variablesOf(ctx: Ctx, call: Call): Promise<readonly Variable[]> {
  const { agent_id: agentId, agent_version: version } = call;
  return version === null
    ? (await agentForCall(ctx, agentId, { draft: true })).config.variables
    : (await readVersion(ctx, agentId, version)).config.variables;
}

const say = (ctx: Ctx, callId: string, key: string, type: Parameters<typeof carrierSaid>[3]["type"]) =>
  carrierSaid(ctx, simulator, refOf(callId), { type, key });

const next = (ctx: Ctx, callId: string, afterMs = 0) =>
  record(ctx, { run: [step(ctx, callId, plusMs(ctx.now(), afterMs))] });

/** The subscriber speaks once; who falls silent is cut off, as nobody waits in a simulation. */
async function talk(ctx: Ctx, call: Call, key: string, { persona, seed, phone }: Subscriber): Promise<void> {
  const variables = await variablesOf(ctx, call);
  const caller = { persona, seed, phone, variables, today: call.created_at.slice(0, 10) };
  const stand = await converse(ctx, call.id, caller);
  if (stand.at === "silent") await say(ctx, call.id, key, "ended");
  if (stand.at === "goes_on") await next(ctx, call.id, stand.waitsFor === "agent" ? AGENT_MS : 0);
}

/**
 * One step of a simulated call, and the job of the next: it rings, somebody answers or does not, and says one thing at a
 * time. What happens follows from the attempt's key and the call as it stands, by the verbs that everybody else uses, so
 * that a worker that was killed has lost nothing and a step done twice is done once. There are no pauses.
 */
export async function simulateCall(base: Ctx, callId: string): Promise<void> {
  const found = await findAttempt(base, { callId });
  if (found === undefined) return;
  const { ctx, attempt } = found;
  const subscriber = subscriberOf(attempt.key);
  if (attempt.status === "queued") {
    await say(ctx, callId, attempt.key, "ringing");
    return void (await next(ctx, callId));
  }
  if (attempt.status === "ringing") {
    await say(ctx, callId, attempt.key, subscriber.disposition);
    if (subscriber.disposition === "answered") await next(ctx, callId);
    return;
  }
  if (attempt.status === "in_progress") await talk(ctx, await readCall(ctx, callId), attempt.key, subscriber);
}
