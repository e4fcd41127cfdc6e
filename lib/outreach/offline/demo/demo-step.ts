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
import { type ConversationState, simulateCallerTurn } from "../simulator/caller-turn";
import { personaOf } from "../simulator/personas";
import { draw } from "../simulator/seeded-random";
import type { Caller } from "../simulator/values";
import { DEMO_AGENTS } from "./agents";
import { agentsByName } from "./create-demo-workspace";
import { enqueueNextStep, startNextConversation } from "./demo-lines";
import { CONVERSATIONS, type Conversation } from "./plan";

/** Delay until the caller speaks for the first time. */
const FIRST_PAUSE_MS = 2_500;
/** How many days ahead the appointment of a reminder can be. */
const MAX_DAYS_AHEAD = 10;
const DAY_MS = 86_400_000;

/**
 * The ID of a conversation's call. It is derived from the conversation's number, so the database rejects a
 * second call.
 */
export const demoCallId = (workspaceId: string, conversation: number): string =>
  seriesId("call", workspaceId, conversation);

type DemoCall = { callId: string; number: number; planned: Conversation; agent: Agent };

async function findCall(ctx: Ctx, callId: string): Promise<Call | null> {
  try {
    return await readCall(ctx, callId);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** The call's initial variables: for a reminder, the day of the appointment. */
function initialVariables({ variables }: Agent, number: number, now: string): CreateCall["variables"] {
  if (!variables.some(({ name }) => name === "appointment_day")) return {};
  const daysAhead = 1 + draw(MAX_DAYS_AHEAD, number, "appointment");
  return { appointment_day: plusMs(now, daysAhead * DAY_MS).slice(0, 10) };
}

/** Starts the call. If the agent was changed and rejects it, the conversation is skipped. */
async function startCall(ctx: Ctx, { callId, number, planned, agent }: DemoCall): Promise<ConversationState> {
  const input = CreateCall.parse({
    agent_id: agent.id,
    channel: "chat",
    to: planned.to,
    metadata: { caller: "simulated" },
    variables: initialVariables(agent, number, ctx.now()),
  });
  try {
    await createCall(ctx, input, { id: callId });
  } catch (error) {
    const isRejected =
      error instanceof AppError && ["validation_error", "invalid_state"].includes(error.code);
    if (isRejected) return { at: "ended" };
    throw error;
  }
  return { at: "continues", pauseMs: FIRST_PAUSE_MS, waitsFor: "caller" };
}

async function runStep(ctx: Ctx, demoCall: DemoCall): Promise<ConversationState> {
  const { callId, number, planned, agent } = demoCall;
  const call = await findCall(ctx, callId);
  if (call === null) return startCall(ctx, demoCall);
  const caller: Caller = {
    persona: personaOf(planned.persona),
    seed: number,
    phone: planned.phone,
    variables: agent.variables,
    today: call.created_at.slice(0, 10),
  };
  const result = await simulateCallerTurn(ctx, callId, caller);
  if (result.at !== "continues" && planned.remark !== null)
    await updateCall(ctx, callId, UpdateCall.parse(planned.remark));
  return result;
}

/**
 * Runs one step of a demo conversation and enqueues the next. The caller's pauses are the time between the
 * jobs, so a call takes as long as its duration says, and a killed worker loses nothing.
 */
export async function runDemoStep(
  { workspaceId, conversation: number }: Jobs["demo.converse"],
  clock: Clock = systemClock,
): Promise<void> {
  const planned = CONVERSATIONS[number];
  if (planned === undefined) return;
  const ctx = systemCtx(workspaceId, "demo.converse", { environment: planned.environment, clock });
  const name = DEMO_AGENTS.find(({ key }) => key === planned.agent)?.agent.name ?? "";
  const agent = (await agentsByName(ctx, "live")).get(name);
  const callId = demoCallId(workspaceId, number);
  const result: ConversationState =
    agent === undefined ? { at: "ended" } : await runStep(ctx, { callId, number, planned, agent });
  if (result.at === "continues") return enqueueNextStep(ctx, number, result.pauseMs);
  log.info(
    { workspaceId, callId, conversation: number + 1, of: CONVERSATIONS.length },
    "a demo conversation was held",
  );
  await startNextConversation(ctx, number);
}
