import { type CarrierAccount, carrierAccount } from "@/lib/agents/integrations";
import { canText, ownNumber, senderFor } from "@/lib/agents/phone-numbers";
import type { Carrier, HangUpAnswer, PlaceAnswer, PlaceRequest, TextRequest } from "@/lib/outreach/dialing";
import { planThread } from "@/lib/outreach/texting";
import type { Ctx } from "@/lib/platform/context";
import { egress } from "@/lib/platform/egress";
import { isReachable, statusAddress } from "./address";
import { createCallAt, findCall, hangUpCall, partsOf } from "./calls";
import { createMessage } from "./messages";
import type { Out } from "./rest";

/** The name under which texts and attempts are kept that it has had. */
export const NAME = "twilio";

type From = { number: string; account: CarrierAccount };

/** A number of the workspace's own with its account; undefined where it was disconnected at this moment. */
async function fromNumber(ctx: Ctx, number: string | null): Promise<From | undefined> {
  const own = number === null ? undefined : await ownNumber(ctx, number);
  const account = own && (await carrierAccount(ctx, own.integration_id));
  return own && account && { number: own.number, account };
}

async function sendText(ctx: Ctx, request: TextRequest, out: Out): Promise<PlaceAnswer> {
  const from = await fromNumber(ctx, request.from);
  if (from === undefined) return { at: "unavailable" };
  const callback = statusAddress(from.account.id, request.textId);
  return createMessage(out, from.account, request, { from: from.number, callback });
}

/** The number that a call goes out from: the agent's, else the workspace's first. */
const callerOf = async (ctx: Ctx, { callId, from }: PlaceRequest) =>
  fromNumber(ctx, from ?? (await senderFor(ctx, callId)));

async function placeCall(ctx: Ctx, request: PlaceRequest, out: Out): Promise<PlaceAnswer> {
  const from = await callerOf(ctx, request);
  return from === undefined ? { at: "unavailable" } : createCallAt(out, from.account, request, from.number);
}

async function hangUp(ctx: Ctx, ref: string, out: Out): Promise<HangUpAnswer> {
  const parts = partsOf(ref);
  // Nothing is on the line between two texts.
  if (parts === null) return { at: "over" };
  const account = await carrierAccount(ctx, parts.integrationId);
  // Whoever disconnects an account ends what it has under way there.
  return account === undefined ? { at: "over" } : hangUpCall(out, account, parts.sid);
}

/**
 * Twilio with the workspace's own account: texts, and calls, where it can ask us how they go on (`reachable`). A
 * conversation by text is begun by its agent; what it says goes out as texts, each by `sendText`.
 */
export const twilioCarrier = (out: Out, reachable: () => boolean = isReachable): Carrier => ({
  name: NAME,
  ready: async (ctx, channel) =>
    (channel === "text" || reachable()) && (await canText(ctx.db, ctx.workspaceId)),
  place: async (ctx, request) =>
    request.channel === "text" ? planThread(ctx, request.callId) : placeCall(ctx, request, out),
  async find(ctx, request) {
    if (request.channel === "text") return { ...(await planThread(ctx, request.callId)), last: null };
    const from = await callerOf(ctx, request);
    return from === undefined ? { at: "unavailable" } : findCall(out, from.account, request, from.number);
  },
  hangUp: (ctx, ref) => hangUp(ctx, ref, out),
  sendText: (ctx, request) => sendText(ctx, request, out),
});

export const twilio: Carrier = twilioCarrier(egress);
