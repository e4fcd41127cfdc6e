import { CreateCall } from "@/lib/calls/calls/schema";
import { followAttempt, handleCarrierEvent, placeAttempts, startCall } from "@/lib/outreach/dialing";
import { simulatorRef } from "@/lib/outreach/offline/simulator";
import { ensureContact } from "./contacts";
import { demoCarrierFor } from "./demo-carrier";
import type { Play } from "./play";
import type { UnansweredScenario } from "./scenario";
import { findPlayedCall } from "./unfinished-call";

/** How long a telephone rings in vain. */
const RINGING_MS = 24_000;

/**
 * Plays a call that is not answered, or that is blocked, as its contact did not agree to calls. Returns its ID; null if
 * it was skipped.
 */
export async function playUnansweredCall(play: Play, scenario: UnansweredScenario): Promise<string | null> {
  const { ctx, clock, number, at, endOfHistory } = play;
  const plannedCall = await findPlayedCall(ctx, { number, at, endOfHistory });
  if (plannedCall === null) return null;
  const { id } = plannedCall;
  if (!plannedCall.isPlayed) {
    const agent = await play.agent(scenario.agent);
    if (agent === null) return null;
    const { phone, name, result } = scenario;
    await ensureContact(ctx, { phone, name, consents: result === "blocked" ? ["text"] : ["call", "text"] });
    const input = CreateCall.parse({ agent_id: agent.id, channel: "phone", to: phone });
    await startCall(ctx, input, demoCarrierFor, { id });
    if (result !== "blocked") {
      const key = `call/${id}/1`;
      const carrier = demoCarrierFor(ctx.environment);
      const ref = simulatorRef(id);
      await placeAttempts(ctx, [key], demoCarrierFor);
      await handleCarrierEvent(ctx, carrier, ref, { type: "ringing", key });
      clock.advance(RINGING_MS);
      await handleCarrierEvent(ctx, carrier, ref, { type: result, key });
    }
  }
  await followAttempt(ctx, id, demoCarrierFor);
  return id;
}
