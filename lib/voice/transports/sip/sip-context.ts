import type { TrunkEntry } from "@/lib/agents/integrations";
import type { MediaPorts } from "@/lib/platform/rtp";
import type { SipEndpoint } from "@/lib/platform/sip";
import type { StirVerifier } from "@/lib/platform/stir";
import type { Calls } from "../../calls";
import type { MessageRecorder, RecordedCall } from "./message-recorder";
import { placeLeg } from "./place-leg";
import type { LineTransfers } from "./sip-line";

/** The parts that all calls over SIP of a gateway share. */
export type SipContext = {
  gatewayId: string;
  calls: Calls;
  ports: MediaPorts;
  endpoint: SipEndpoint;
  messages: MessageRecorder;
  stir: StirVerifier;
};

/** An endpoint whose INVITEs belong to a call, so that their messages are stored with it. */
const recordInvites = (
  { endpoint, messages }: SipContext,
  call: RecordedCall,
): Pick<SipEndpoint, "invite"> => ({
  invite: (trunk, invite) =>
    endpoint.invite(trunk, { ...invite, onCallId: (sipCallId) => messages.bind(sipCallId, call) }),
});

/**
 * How the line of a trunk's call reaches other people: over the same trunk, from one of its numbers. A trunk without a number
 * (null) reaches none.
 */
export const transfersOf = (
  context: SipContext,
  entry: TrunkEntry,
  from: string | null,
  call: Omit<RecordedCall, "leg">,
): LineTransfers => {
  const endpoint = recordInvites(context, { ...call, leg: "transfer" });
  return {
    call: async (to, signal) =>
      from === null ? "unreachable" : placeLeg({ ...context, endpoint }, entry, { to, from }, signal),
    onBridged: context.calls.countCall,
  };
};
