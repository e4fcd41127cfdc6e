import type { Ctx } from "@/lib/context";
import type { Carrier, PlaceAnswer, TextRequest } from "@/lib/dialing";
import { type Egress, egress } from "@/lib/egress";
import { carrierAccount } from "@/lib/integrations";
import { canText, ownNumber } from "@/lib/phone-numbers";
import { planThread } from "@/lib/texting";
import { statusAddress } from "./address";
import { createMessage } from "./messages";

/** The name under which texts are kept that it has sent. */
export const NAME = "twilio";

async function sendText(ctx: Ctx, request: TextRequest, out: Pick<Egress, "fetch">): Promise<PlaceAnswer> {
  const own = request.from === null ? undefined : await ownNumber(ctx, request.from);
  const account = own && (await carrierAccount(ctx, own.integration_id));
  // The number or the account was disconnected at this moment.
  if (own === undefined || account === undefined) return { at: "unavailable" };
  const callback = statusAddress(account.id, request.textId);
  return createMessage(out, account, request, { from: own.number, callback });
}

/**
 * Twilio with the workspace's own account: texts. It carries no calls, so that a call is `carrier_unavailable`. A
 * conversation by text is begun by its agent; what it says goes out as texts, each by `sendText`.
 */
export const twilioCarrier = (out: Pick<Egress, "fetch">): Carrier => ({
  name: NAME,
  ready: async (ctx, channel) => channel === "text" && (await canText(ctx.db, ctx.workspaceId)),
  place: async (ctx, { callId, channel }) =>
    channel === "text" ? planThread(ctx, callId) : { at: "unavailable" },
  find: async (ctx, { callId, channel }) =>
    channel === "text" ? { ...(await planThread(ctx, callId)), last: null } : { at: "not_found" },
  // Nothing is on the line between two texts.
  hangUp: async () => ({ at: "over" }),
  sendText: (ctx, request) => sendText(ctx, request, out),
});

export const twilio: Carrier = twilioCarrier(egress);
