import { endCall, isCallBusy, readCall, sendMessage } from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import { addInboundText } from "@/lib/outreach/texting";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { nextAct } from "./next-act";
import { roll } from "./seeded-random";
import type { Caller } from "./values";

/**
 * Time for reading and typing, in the demo: a minimum, a time for each character of the agent's text, and a
 * random extra time.
 */
const THINK_MS = 800;
const READ_MS_PER_CHAR = 12;
const MAX_EXTRA_MS = 1_500;

/**
 * The state of a conversation: it `continues` after `pauseMs`, when the party that it waits for has its turn;
 * the caller fell `silent` and the call will time out; or it has `ended`.
 */
export type ConversationState =
  | { at: "continues"; pauseMs: number; waitsFor: "caller" | "agent" }
  | { at: "silent" }
  | { at: "ended" };

type Turns = readonly Pick<Call["transcript"][number], "role" | "text">[];

/** The agent's texts, one for each of the caller's turns. Null while it is the agent's turn. */
export function agentUtterances(transcript: Turns): string[] | null {
  const utterances: string[] = [];
  let turnTexts: string[] = [];
  let lastRole: Turns[number]["role"] | null = null;
  for (const { role, text } of transcript) {
    if (role === "caller") {
      utterances.push(turnTexts.join(" "));
      turnTexts = [];
    }
    if (role === "agent" && text !== null) turnTexts.push(text);
    lastRole = role;
  }
  if (lastRole !== "agent") return null;
  return [...utterances, turnTexts.join(" ")];
}

/** How long the caller takes until they speak next. */
function pauseAfter({ seed }: Caller, utterances: readonly string[]): number {
  const readMs = (utterances.at(-1)?.length ?? 0) * READ_MS_PER_CHAR;
  return Math.round(THINK_MS + readMs + MAX_EXTRA_MS * roll(seed, "pause", utterances.length));
}

/** Delay until a call is checked again while it is the agent's turn. */
const AGENT_RECHECK_MS = 2_000;

/** Sends the caller's utterance over the call's channel. */
const sendUtterance = async (
  ctx: Ctx,
  { id, channel }: Pick<Call, "id" | "channel">,
  text: string,
): Promise<Call> =>
  channel === "sms" ? addInboundText(ctx, id, text) : (await sendMessage(ctx, id, { text })).call;

async function performAct(
  ctx: Ctx,
  currentCall: Call,
  caller: Caller,
  utterances: readonly string[],
): Promise<ConversationState> {
  const does = nextAct(caller, utterances);
  if (does.type === "fall_silent") return { at: "silent" };
  if (does.type === "hang_up") {
    await endCall(ctx, currentCall.id);
    return { at: "ended" };
  }
  const call = await sendUtterance(ctx, currentCall, does.text);
  if (call.status !== "in_progress") return { at: "ended" };
  return {
    at: "continues",
    pauseMs: pauseAfter(caller, agentUtterances(call.transcript) ?? []),
    waitsFor: "caller",
  };
}

/**
 * Runs one act of a simulated caller in a running call, through the same functions as real callers. The act
 * depends only on the call's transcript, so any process can continue a conversation. `nextAct` bounds its
 * length. If it is the agent's turn, or another process acts in the call, it only waits.
 */
export async function simulateCallerTurn(
  ctx: Ctx,
  callId: string,
  caller: Caller,
): Promise<ConversationState> {
  const call = await readCall(ctx, callId);
  if (call.status !== "in_progress") return { at: "ended" };
  const utterances = agentUtterances(call.transcript);
  if (utterances === null) return { at: "continues", pauseMs: AGENT_RECHECK_MS, waitsFor: "agent" };
  try {
    return await performAct(ctx, call, caller, utterances);
  } catch (error) {
    if (isCallBusy(error)) return { at: "continues", pauseMs: AGENT_RECHECK_MS, waitsFor: "agent" };
    if (error instanceof AppError && error.code === "invalid_state") return { at: "ended" };
    throw error;
  }
}
