import { tickCall } from "@/lib/calls/calls";
import { type Caller, simulateCallerTurn } from "@/lib/outreach/offline/simulator";
import type { Staging } from "./staging";

/** More turns than any caller has. */
const MAX_TURNS = 60;

type Options = {
  /** Longer than the silence that ends the conversation. */
  silenceMs: number;
  /** Factor of the caller's pauses. */
  slowness?: number;
  afterTurn?: () => Promise<void>;
};

/** Holds a chat or a conversation by text messages to its end. */
export async function converseByText(
  { ctx, clock }: Staging,
  callId: string,
  caller: Caller,
  { silenceMs, slowness = 1, afterTurn = async () => {} }: Options,
): Promise<void> {
  for (let turns = 0; turns < MAX_TURNS; turns++) {
    const result = await simulateCallerTurn(ctx, callId, caller);
    await afterTurn();
    if (result.at === "ended") return;
    if (result.at === "silent") {
      clock.advance(silenceMs);
      return tickCall(ctx, callId);
    }
    clock.advance(result.pauseMs * slowness);
  }
}
