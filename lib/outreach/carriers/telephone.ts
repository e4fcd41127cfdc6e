import { carrierKind } from "@/lib/agents/integrations";
import { findOwnNumber, selectSender } from "@/lib/agents/phone-numbers";
import type { KindOf } from "@/lib/agents/providers/schema";
import type { Carrier, PlaceRequest } from "@/lib/outreach/dialing";
import { readTrunkOrder } from "@/lib/outreach/outbound-routes";
import type { Ctx } from "@/lib/platform/context";
import { findLimit } from "./find-limit";
import { sip } from "./sip/carrier";
import { placeOverTrunks } from "./sip/place-over-trunks";
import { parseSipCallRef, readPlacement } from "./sip/placement";
import { twilio } from "./twilio/carrier";

const CARRIERS: Record<KindOf<"carrier">, Carrier> = { twilio, sip };

/** The request with the number that calls; null if the workspace has none. */
const withSender = async (ctx: Ctx, request: PlaceRequest): Promise<PlaceRequest> => ({
  ...request,
  from: request.from ?? (await selectSender(ctx, request.callId, "calls")),
});

/** The request with the number that calls, and that number's carrier; undefined if it was just disconnected. */
async function route(ctx: Ctx, unsigned: PlaceRequest) {
  const request = await withSender(ctx, unsigned);
  const { from } = request;
  const number = from === null ? undefined : await findOwnNumber(ctx, from);
  const kind = number && (await carrierKind(ctx, number.integration_id));
  return kind && { carrier: CARRIERS[kind], request };
}

/**
 * The carriers of the live environment as one: each call goes over the trunks of its campaign or its outbound route, else through
 * the carrier of the number that it is placed from. Texts
 * are not placed here, as only Twilio carries them.
 */
export const telephone: Carrier = {
  name: "telephone",
  async ready(ctx, channel) {
    return (await twilio.ready(ctx, channel)) || (channel === "call" && sip.ready(ctx, channel));
  },
  findLimit,
  async place(ctx, request) {
    const order = await readTrunkOrder(ctx, request);
    if (order !== null) return placeOverTrunks(ctx, await withSender(ctx, request), order);
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
