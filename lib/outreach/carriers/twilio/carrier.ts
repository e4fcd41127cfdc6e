import { type CarrierAccount, openCarrierAccount } from "@/lib/agents/integrations";
import { findOwnNumber, hasNumberOf, selectSender } from "@/lib/agents/phone-numbers";
import type { Carrier, HangUpAnswer, PlaceAnswer, PlaceRequest, TextRequest } from "@/lib/outreach/dialing";
import { queueThread } from "@/lib/outreach/texting";
import type { Ctx } from "@/lib/platform/context";
import { defaultHttpClient } from "@/lib/platform/egress";
import { callsWithoutGateway, releaseGatewayCall, reserveGatewayCall } from "@/lib/platform/gateways";
import { log } from "@/lib/platform/log";
import { isReachable, textStatusUrl } from "./callback-urls";
import { findTwilioCall, hangUpTwilioCall, parseCallRef, placeTwilioCall } from "./calls";
import { createMessage } from "./messages";
import type { HttpFetcher } from "./rest";

/** The carrier name stored with texts and attempts. */
export const CARRIER_NAME = "twilio";

type SendingNumber = { number: string; account: CarrierAccount };

/** Finds a number of the workspace with its account. Returns undefined if it was just disconnected. */
async function findSendingNumber(ctx: Ctx, number: string | null): Promise<SendingNumber | undefined> {
  const phoneNumber = number === null ? undefined : await findOwnNumber(ctx, number);
  const account = phoneNumber && (await openCarrierAccount(ctx, phoneNumber.integration_id));
  return phoneNumber && account && { number: phoneNumber.number, account };
}

async function sendText(ctx: Ctx, request: TextRequest, httpClient: HttpFetcher): Promise<PlaceAnswer> {
  const from = await findSendingNumber(ctx, request.from);
  if (from === undefined) return { at: "unavailable" };
  const callback = textStatusUrl(from.account.id, request.textId);
  return createMessage(httpClient, from.account, request, { from: from.number, callback });
}

/** The number that a call is placed from: the request's, else the agent's, else the workspace's first of Twilio. */
const sendingNumberFor = async (ctx: Ctx, { callId, from }: PlaceRequest) =>
  findSendingNumber(ctx, from ?? (await selectSender(ctx, callId, "texts")));

/** The number to call from, with a place at a voice gateway; or why the call is not placed now. */
async function prepareCall(ctx: Ctx, request: PlaceRequest): Promise<SendingNumber | PlaceAnswer> {
  try {
    const from = await sendingNumberFor(ctx, request);
    if (from === undefined) return { at: "unavailable" };
    if (await reserveGatewayCall()) return from;
    callsWithoutGateway.count({ kind: "outbound" });
    return { at: "no_gateway" };
  } catch (error) {
    // Nothing has been sent to the carrier yet.
    log.warn({ key: request.key, requestId: ctx.requestId, err: error }, "a call could not be prepared");
    return { at: "unavailable" };
  }
}

async function placeCall(ctx: Ctx, request: PlaceRequest, httpClient: HttpFetcher): Promise<PlaceAnswer> {
  const from = await prepareCall(ctx, request);
  if ("at" in from) return from;
  const answer = await placeTwilioCall(httpClient, from.account, request, from.number);
  if (answer.at !== "placed" && answer.at !== "unknown")
    await releaseGatewayCall().catch((error: unknown) =>
      log.warn(
        { key: request.key, requestId: ctx.requestId, err: error },
        "the reservation of a call ends later, by its time",
      ),
    );
  return answer;
}

async function hangUp(ctx: Ctx, ref: string, httpClient: HttpFetcher): Promise<HangUpAnswer> {
  const parts = parseCallRef(ref);
  // A conversation by text has no call to hang up.
  if (parts === null) return { at: "over" };
  const account = await openCarrierAccount(ctx, parts.integrationId);
  // Disconnecting an account ends its calls.
  return account === undefined ? { at: "over" } : hangUpTwilioCall(httpClient, account, parts.sid);
}

/**
 * The Twilio carrier with the workspace's own account. It places calls only if Twilio can reach this
 * installation (`isReachableByTwilio`). A job starts a conversation by text; each of its texts is sent by
 * `sendText`.
 */
export const createTwilioCarrier = (
  httpClient: HttpFetcher,
  isReachableByTwilio: () => boolean = isReachable,
): Carrier => ({
  name: CARRIER_NAME,
  ready: async (ctx, channel) =>
    (channel === "text" || isReachableByTwilio()) && (await hasNumberOf(ctx.db, ctx.workspaceId, "twilio")),
  place: async (ctx, request) =>
    request.channel === "text" ? queueThread(ctx, request.callId) : placeCall(ctx, request, httpClient),
  async find(ctx, request) {
    if (request.channel === "text") return { ...(await queueThread(ctx, request.callId)), last: null };
    const from = await sendingNumberFor(ctx, request);
    return from === undefined
      ? { at: "unavailable" }
      : findTwilioCall(httpClient, from.account, request, from.number);
  },
  hangUp: (ctx, ref) => hangUp(ctx, ref, httpClient),
  sendText: (ctx, request) => sendText(ctx, request, httpClient),
});

export const twilio: Carrier = createTwilioCarrier(defaultHttpClient);
