import { carrierKind } from "@/lib/agents/integrations";
import { findOwnNumber, selectSender } from "@/lib/agents/phone-numbers";
import type { KindOf } from "@/lib/agents/providers/schema";
import type { Carrier, PlaceRequest } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { findLimit } from "./find-limit";
import { sip } from "./sip/carrier";
import { parseSipCallRef, readPlacement } from "./sip/placement";
import { twilio } from "./twilio/carrier";

const CARRIERS: Record<KindOf<"carrier">, Carrier> = { twilio, sip };

/** The request with the number that calls, and that number's carrier; undefined if it was just disconnected. */
async function route(ctx: Ctx, request: PlaceRequest) {
  const from = request.from ?? (await selectSender(ctx, request.callId, "calls"));
  const number = from === null ? undefined : await findOwnNumber(ctx, from);
  const kind = number && (await carrierKind(ctx, number.integration_id));
  return kind && { carrier: CARRIERS[kind], request: { ...request, from } };
}

/**
 * The carriers of the live environment as one: each call goes through the carrier of the number that it is placed from. Texts
 * are not placed here, as only Twilio carries them.
 */
export const telephone: Carrier = {
  name: "telephone",
  async ready(ctx, channel) {
    return (await twilio.ready(ctx, channel)) || (channel === "call" && sip.ready(ctx, channel));
  },
  findLimit,
  async place(ctx, request) {
    const routed = await route(ctx, request);
    if (routed === undefined) return { at: "unavailable" };
    const answer = await routed.carrier.place(ctx, routed.request);
    return answer.at === "placed" ? { ...answer, carrier: routed.carrier.name } : answer;
  },
  async find(ctx, request) {
    if ((await readPlacement(ctx, request.key)) !== undefined) return sip.find(ctx, request);
    const routed = await route(ctx, request);
    if (routed === undefined) return { at: "unavailable" };
    const answer = await routed.carrier.find(ctx, routed.request);
    return answer.at === "placed" ? { ...answer, carrier: routed.carrier.name } : answer;
  },
  hangUp: (ctx, ref) => (parseSipCallRef(ref) === null ? twilio : sip).hangUp(ctx, ref),
  sendText: twilio.sendText,
};
