import { updateCall } from "@/lib/calls/calls";
import { CreateCall, UpdateCall } from "@/lib/calls/calls/schema";
import { startCall } from "@/lib/outreach/dialing";
import { callerOf } from "./callers";
import { converseByText } from "./converse-by-text";
import { demoCarrierFor } from "./demo-carrier";
import { initialVariables } from "./initial-variables";
import type { Play } from "./play";
import type { ChatScenario } from "./scenario";
import { findPlayedCall } from "./unfinished-call";

/** Time until the caller writes for the first time. */
const FIRST_PAUSE_MS = 2_500;

/** Plays a chat. Returns its ID; null if it was skipped. */
export async function playChat(play: Play, scenario: ChatScenario): Promise<string | null> {
  const { ctx, clock, number, at, endOfHistory } = play;
  const plannedCall = await findPlayedCall(ctx, { number, at, endOfHistory });
  if (plannedCall === null) return null;
  if (!plannedCall.isPlayed) {
    const agent = await play.agent(scenario.agent);
    if (agent === null) return null;
    const input = CreateCall.parse({
      agent_id: agent.id,
      channel: "chat",
      metadata: { caller: "simulated" },
      variables: initialVariables(agent, number, at),
    });
    await startCall(ctx, input, demoCarrierFor, { id: plannedCall.id });
    clock.advance(FIRST_PAUSE_MS);
    const person = { persona: scenario.persona, seed: number, phone: scenario.spokenPhone };
    await converseByText(play, plannedCall.id, callerOf(person, agent, at), {
      silenceMs: agent.inactivity_timeout_s * 1_000 + 1,
    });
  }
  if (scenario.remark !== null) await updateCall(ctx, plannedCall.id, UpdateCall.parse(scenario.remark));
  return plannedCall.id;
}
