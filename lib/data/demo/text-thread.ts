import { CreateCall } from "@/lib/calls/calls/schema";
import { followAttempt, handleCarrierEvent, placeAttempts, startCall } from "@/lib/outreach/dialing";
import { simulatorRef } from "@/lib/outreach/offline/simulator";
import { sendText } from "@/lib/outreach/texting";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { callerOf } from "./callers";
import { ensureContact } from "./contacts";
import { converseByText } from "./converse-by-text";
import { demoCarrierFor } from "./demo-carrier";
import { initialVariables } from "./initial-variables";
import type { Play } from "./play";
import type { TextScenario } from "./scenario";
import { findPlayedCall } from "./unfinished-call";

/** People take longer to answer a text than in a chat. */
const SLOWNESS = 14;
/** Longer than a text's reply can take. */
const SILENCE_MS = 25 * 3_600_000;
/** Until the contact reads the first text. */
const FIRST_PAUSE_MS = 60_000;
/** Texts of one turn: an answer is split into few. */
const MAX_TEXTS = 20;

/** Sends the conversation's waiting texts, in their order. */
async function sendWaitingTexts(ctx: Ctx, callId: string): Promise<void> {
  const waiting = db
    .selectFrom("texts")
    .select("id")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("call_id", "=", callId)
    .where("direction", "=", "outbound")
    .where("state", "=", "queued")
    .orderBy("id")
    .limit(MAX_TEXTS);
  for (const { id } of await ctx.db.all(waiting)) await sendText(ctx, id, demoCarrierFor);
}

/** Plays a conversation by text messages that the agent begins. Returns its ID; null if it was skipped. */
export async function playTextThread(play: Play, scenario: TextScenario): Promise<string | null> {
  const { ctx, clock, number, at, endOfHistory } = play;
  const plannedCall = await findPlayedCall(ctx, { number, at, endOfHistory });
  if (plannedCall === null) return null;
  const { id } = plannedCall;
  if (!plannedCall.isPlayed) {
    const agent = await play.agent(scenario.agent);
    if (agent === null) return null;
    await ensureContact(ctx, { phone: scenario.phone, name: scenario.name, consents: ["text"] });
    const input = CreateCall.parse({
      agent_id: agent.id,
      channel: "sms",
      to: scenario.phone,
      variables: initialVariables(agent, number, at),
    });
    await startCall(ctx, input, demoCarrierFor, { id });
    const key = `call/${id}/1`;
    await placeAttempts(ctx, [key], demoCarrierFor);
    const carrier = demoCarrierFor(ctx.environment);
    await handleCarrierEvent(ctx, carrier, simulatorRef(id), { type: "answered", key });
    await sendWaitingTexts(ctx, id);
    clock.advance(FIRST_PAUSE_MS);
    const person = { persona: scenario.persona, seed: number, phone: scenario.spokenPhone };
    await converseByText(play, id, callerOf(person, agent, at), {
      silenceMs: SILENCE_MS,
      slowness: SLOWNESS,
      afterTurn: () => sendWaitingTexts(ctx, id),
    });
  }
  await followAttempt(ctx, id, demoCarrierFor);
  return id;
}
