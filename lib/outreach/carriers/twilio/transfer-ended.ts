import { z } from "zod";
import { isSipAddress } from "@/lib/agents/agents/values";
import {
  keepTransferringCall,
  readTransferredCall,
  type StreamUse,
  selectTransferTargets,
  TRANSFER_SEARCH_MS,
  type TransferredCall,
  type TransferTarget,
} from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { notify } from "@/lib/platform/live";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { streamEndedUrl } from "./callback-urls";
import { streamUrlFor } from "./transfer";
import { readTransferLeg, type TransferLeg } from "./transfer-leg";
import { legTwiml } from "./transfer-twiml";
import { connectStreamTwiml, HANG_UP, STOP_BRIDGE_STREAM } from "./twiml";
import type { TwilioCaller } from "./webhook";

const Dialed = z.object({
  CallSid: z.string().default(""),
  CallStatus: z.string().default(""),
  DialCallStatus: z.string().default(""),
});

/**
 * How a failed transfer returns to the agent. Any other status of Twilio means that the target was
 * unreachable.
 */
const RETURN_USES: Readonly<Record<string, StreamUse>> = {
  busy: "back_busy",
  "no-answer": "back_no_answer",
  // The target answered, and declined, hung up or was a mailbox.
  completed: "back_not_accepted",
  answered: "back_not_accepted",
};

/** The next person of the agent to call; undefined if there is none, or the caller has waited long enough. */
function nextTarget(ctx: Ctx, leg: TransferLeg, { config }: TransferredCall): TransferTarget | undefined {
  const now = ctx.now();
  if (leg.kind !== "human" || Date.parse(now) - leg.sinceMs > TRANSFER_SEARCH_MS) return undefined;
  return selectTransferTargets(config, now, leg.position).open.find(({ to }) => !isSipAddress(to));
}

/**
 * Handles a target that was not connected: the next person is called, or the call returns to its agent, in any process. Also
 * handles the end of a transfer. A repeated request has the same answer.
 */
export async function handleTransferEnded(by: TwilioCaller, { form, query }: SignedRequest): Promise<string> {
  const { ctx, account } = by;
  const leg = readTransferLeg(query);
  const { CallSid: sid, CallStatus: status, DialCallStatus: dialed } = Dialed.parse(form);
  if (leg === null || sid !== leg.parentSid) return HANG_UP;
  const call = await readTransferredCall(ctx, leg.callId);
  if (call?.stage !== "ringing") return HANG_UP;
  if (status !== "in-progress") {
    await writeUnaudited(ctx, { run: [notify(call.id, "left")] });
    return HANG_UP;
  }
  await keepTransferringCall(ctx, call.id);
  const next = nextTarget(ctx, leg, call);
  // The copy of the audio continues from the first target.
  if (next !== undefined)
    return legTwiml(
      account.id,
      { ...leg, position: next.position },
      {
        to: next.to,
        copyStreamUrl: null,
      },
    );
  const stream = streamUrlFor(ctx, account, call.id, RETURN_USES[dialed] ?? "back_unreachable");
  return connectStreamTwiml(stream, streamEndedUrl(account.id, call.id), STOP_BRIDGE_STREAM);
}
