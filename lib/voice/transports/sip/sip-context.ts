import type { TrunkEntry } from "@/lib/agents/integrations";
import type { MediaPorts } from "@/lib/platform/rtp";
import type { SipEndpoint } from "@/lib/platform/sip";
import type { Calls } from "../../calls";
import { placeLeg } from "./place-leg";
import type { LineTransfers } from "./sip-line";

/** The parts that all calls over SIP of a gateway share. */
export type SipContext = { gatewayId: string; calls: Calls; ports: MediaPorts; endpoint: SipEndpoint };

/**
 * How the line of a trunk's call reaches other people: over the same trunk, from one of its numbers. A trunk without a number
 * (null) reaches none.
 */
export const transfersOf = (context: SipContext, entry: TrunkEntry, from: string | null): LineTransfers => ({
  call: async (to, signal) =>
    from === null ? "unreachable" : placeLeg(context, entry, { to, from }, signal),
  onBridged: context.calls.countCall,
});
