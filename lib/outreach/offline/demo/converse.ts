import type { Agent } from "@/lib/agents/agents/schema";
import { createCall, readCall, updateCall } from "@/lib/calls/calls";
import { type Call, CreateCall, UpdateCall } from "@/lib/calls/calls/schema";
import { type Clock, plusMs, systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { AppError } from "@/lib/platform/errors";
import { seriesId } from "@/lib/platform/ids";
import type { Jobs } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { converse, type Stand } from "../simulator/hold";
import { personaOf } from "../simulator/personas";
import { draw } from "../simulator/roll";
import type { Caller } from "../simulator/values";
import { DEMO_AGENTS } from "./agents";
import { agentsByName } from "./fill";
import { beginNext, goOn } from "./line";
import { type Conversation, PLAN } from "./plan";

/** Until the caller speaks first. */
const FIRST_MS = 2_500;
/** An appointment that somebody is reminded of lies ahead by up to this many days. */
const AHEAD_DAYS = 10;
const DAY_MS = 86_400_000;

/** The id of a conversation's call. It follows from its number, so that the database refuses a second one. */
export const demoCallId = (workspaceId: string, conversation: number): string =>
  seriesId("call", workspaceId, conversation);

type Scene = { callId: string; number: number; planned: Conversation; agent: Agent };

async function find(ctx: Ctx, callId: string): Promise<Call | null> {
  try {
    return await readCall(ctx, callId);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** What the agent knows beforehand: of whom it reminds, the day. */
function knownTo({ variables }: Agent, number: number, now: string): CreateCall["variables"] {
  if (!variables.some(({ name }) => name === "appointment_day")) return {};
  const ahead = 1 + draw(AHEAD_DAYS, number, "appointment");
  return { appointment_day: plusMs(now, ahead * DAY_MS).slice(0, 10) };
}

/** Makes the call. An agent that somebody has changed since may refuse it: then it is not held. */
async function begin(ctx: Ctx, { callId, number, planned, agent }: Scene): Promise<Stand> {
  const input = CreateCall.parse({
    agent_id: agent.id,
    channel: "chat",
    to: planned.to,
    metadata: { caller: "simulated" },
    variables: knownTo(agent, number, ctx.now()),
  });
  try {
    await createCall(ctx, input, { id: callId });
  } catch (error) {
    const refused = error instanceof AppError && ["validation_error", "invalid_state"].includes(error.code);
    if (refused) return { at: "ended" };
    throw error;
  }
  return { at: "goes_on", pauseMs: FIRST_MS, waitsFor: "caller" };
}

async function step(ctx: Ctx, scene: Scene): Promise<Stand> {
  const { callId, number, planned, agent } = scene;
  const call = await find(ctx, callId);
  if (call === null) return begin(ctx, scene);
  const caller: Caller = {
    persona: personaOf(planned.persona),
    seed: number,
    phone: planned.phone,
    variables: agent.variables,
    today: call.created_at.slice(0, 10),
  };
  const stand = await converse(ctx, callId, caller);
  if (stand.at !== "goes_on" && planned.remark !== null)
    await updateCall(ctx, callId, UpdateCall.parse(planned.remark));
  return stand;
}

/**
 * One step of a conversation of the demo, and the job of the next one. The caller's pauses are the time between the
 * jobs: a call lasts as long as it took, and a worker that was killed has lost nothing.
 */
export async function converseInDemo(
  { workspaceId, conversation: number }: Jobs["demo.converse"],
  clock: Clock = systemClock,
): Promise<void> {
  const planned = PLAN[number];
  if (planned === undefined) return;
  const ctx = systemCtx(workspaceId, "demo.converse", { environment: planned.environment, clock });
  const name = DEMO_AGENTS.find(({ key }) => key === planned.agent)?.agent.name ?? "";
  const agent = (await agentsByName(ctx, "live")).get(name);
  const callId = demoCallId(workspaceId, number);
  const stand: Stand =
    agent === undefined ? { at: "ended" } : await step(ctx, { callId, number, planned, agent });
  if (stand.at === "goes_on") return goOn(ctx, number, stand.pauseMs);
  log.info(
    { workspaceId, callId, conversation: number + 1, of: PLAN.length },
    "a demo conversation was held",
  );
  await beginNext(ctx, number);
}
