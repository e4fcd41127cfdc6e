import { readAgentForCalls } from "@/lib/agents/agents";
import { findOrCreateContact, receiveCall, updateCall } from "@/lib/calls/calls";
import { CreateCall, UpdateCall } from "@/lib/calls/calls/schema";
import { finishRecording } from "@/lib/calls/recordings";
import { parseNumber } from "@/lib/contacts/contacts";
import { followAttempt, handleCarrierEvent, placeAttempts, startCall } from "@/lib/outreach/dialing";
import { simulatorRef } from "@/lib/outreach/offline/simulator";
import type { Ctx } from "@/lib/platform/context";
import { stageSpokenCall } from "@/lib/voice/offline/staged-calls";
import { stagedCallerOf } from "./callers";
import { ensureContact } from "./contacts";
import { demoCarrierFor } from "./demo-carrier";
import type { Play } from "./play";
import type { SpokenScenario } from "./scenario";
import { findPlayedCall } from "./unfinished-call";

/** The workspace's number that callers dial. */
const OWN_NUMBER = "+12125550100";
/** How long it rings before it is answered. */
const RINGING_MS = 4_200;

type NewCall = { scenario: SpokenScenario; id: string; agentId: string };

async function receive(ctx: Ctx, { scenario, id, agentId }: NewCall): Promise<void> {
  const parsed = parseNumber(scenario.phone);
  const contact = parsed.ok ? await findOrCreateContact(ctx, parsed.number) : null;
  const agent = await readAgentForCalls(ctx, agentId);
  await receiveCall(ctx, { id, agentId, agent, contact, number: OWN_NUMBER });
}

async function dial(ctx: Ctx, { scenario, id, agentId }: NewCall): Promise<void> {
  const { phone, name } = scenario;
  await ensureContact(ctx, { phone, ...(name !== null && { name }), consents: ["call", "text"] });
  const input = CreateCall.parse({ agent_id: agentId, channel: "phone", to: phone });
  await startCall(ctx, input, demoCarrierFor, { id });
  const key = `call/${id}/1`;
  await placeAttempts(ctx, [key], demoCarrierFor);
  await handleCarrierEvent(ctx, demoCarrierFor(ctx.environment), simulatorRef(id), { type: "ringing", key });
}

/** Creates the call, unanswered. */
function begin(ctx: Ctx, call: NewCall): Promise<unknown> {
  const { scenario, id, agentId } = call;
  if (scenario.line === "dialed") return dial(ctx, call);
  if (scenario.line === "received") return receive(ctx, call);
  const input = CreateCall.parse({ agent_id: agentId, channel: "web" });
  return startCall(ctx, input, demoCarrierFor, { id });
}

/** Plays a spoken call, with its recording. Returns its ID; null if it was skipped. */
export async function playSpokenCall(play: Play, scenario: SpokenScenario): Promise<string | null> {
  const { ctx, clock, number, at, endOfHistory } = play;
  const plannedCall = await findPlayedCall(ctx, { number, at, endOfHistory });
  if (plannedCall === null) return null;
  const { id } = plannedCall;
  if (!plannedCall.isPlayed) {
    const agent = await play.agent(scenario.agent);
    if (agent === null) return null;
    await begin(ctx, { scenario, id, agentId: agent.id });
    clock.advance(RINGING_MS);
    const person = { persona: scenario.persona, seed: number, phone: scenario.spokenPhone };
    const caller = stagedCallerOf(person, agent, at, scenario);
    await stageSpokenCall({ ctx, clock, callId: id, caller });
  }
  // Each can be missing after a stopped process, and is safe to repeat.
  await followAttempt(ctx, id, demoCarrierFor);
  await finishRecording(ctx, id);
  if (scenario.remark !== null) await updateCall(ctx, id, UpdateCall.parse(scenario.remark));
  return id;
}
