import { endCall, isBusy, readCall, sendMessage } from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import { hearText } from "@/lib/outreach/texting";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { next } from "./persona";
import { roll } from "./roll";
import type { Caller } from "./values";

/** Reading and typing, as far as one waits for it: a floor, what each character heard takes, and a person's own ease. */
const THINK_MS = 800;
const READ_MS_PER_CHAR = 12;
const EASE_MS = 1_500;

/**
 * Where a conversation stands: `goes_on` after `pauseMs`, when the one it waits for has the word, the caller fell `silent` and the call ends by itself, or it
 * has `ended`.
 */
export type Stand =
  | { at: "goes_on"; pauseMs: number; waitsFor: "caller" | "agent" }
  | { at: "silent" }
  | { at: "ended" };

type Turns = Call["transcript"];

/** What the caller has heard, one text for each time they had the word; null while the agent has it. */
export function heardIn(transcript: Turns): string[] | null {
  const heard: string[] = [];
  let said: string[] = [];
  let last: Turns[number]["role"] | null = null;
  for (const { role, text } of transcript) {
    if (role === "caller") {
      heard.push(said.join(" "));
      said = [];
    }
    if (role === "agent" && text !== null) said.push(text);
    last = role;
  }
  if (last !== "agent") return null;
  return [...heard, said.join(" ")];
}

/** The time a caller takes until they speak next. */
function pauseAfter({ seed }: Caller, heard: readonly string[]): number {
  const read = (heard.at(-1)?.length ?? 0) * READ_MS_PER_CHAR;
  return Math.round(THINK_MS + read + EASE_MS * roll(seed, "pause", heard.length));
}

/** How long until a call is looked at again in which the agent has the word. */
const AGENT_MS = 2_000;

/** What the caller says, as their channel brings it. */
const say = async (ctx: Ctx, { id, channel }: Pick<Call, "id" | "channel">, text: string): Promise<Call> =>
  channel === "sms" ? hearText(ctx, id, text) : (await sendMessage(ctx, id, { text })).call;

async function act(ctx: Ctx, before: Call, caller: Caller, heard: readonly string[]): Promise<Stand> {
  const does = next(caller, heard);
  if (does.type === "fall_silent") return { at: "silent" };
  if (does.type === "hang_up") {
    await endCall(ctx, before.id);
    return { at: "ended" };
  }
  const call = await say(ctx, before, does.text);
  if (call.status !== "in_progress") return { at: "ended" };
  return { at: "goes_on", pauseMs: pauseAfter(caller, heardIn(call.transcript) ?? []), waitsFor: "caller" };
}

/**
 * Lets a caller do one thing in a running call, by the verbs that everybody else uses. What they do follows from the
 * call's transcript, so that any process can take a conversation up where it stands; `next` bounds how long it goes on.
 * Where the agent has the word, or somebody else acts in the call, nothing happens but a pause.
 */
export async function converse(ctx: Ctx, callId: string, caller: Caller): Promise<Stand> {
  const call = await readCall(ctx, callId);
  if (call.status !== "in_progress") return { at: "ended" };
  const heard = heardIn(call.transcript);
  if (heard === null) return { at: "goes_on", pauseMs: AGENT_MS, waitsFor: "agent" };
  try {
    return await act(ctx, call, caller, heard);
  } catch (error) {
    if (isBusy(error)) return { at: "goes_on", pauseMs: AGENT_MS, waitsFor: "agent" };
    if (error instanceof AppError && error.code === "invalid_state") return { at: "ended" };
    throw error;
  }
}
