import { z } from "zod";
import { findOwnNumber } from "@/lib/agents/phone-numbers";
import type { PhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { createStreamToken, findOrCreateContact, streamUrl } from "@/lib/calls/calls";
import { parseNumber } from "@/lib/contacts/contacts";
import { findAttempt, handleCarrierEvent } from "@/lib/outreach/dialing";
import { areGatewaysFull } from "@/lib/platform/gateways";
import { seriesId } from "@/lib/platform/ids";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { readLiveVoiceAgent } from "../live-voice-agent";
import { receiveAffordableCall, recordRefusedCall } from "../record-refused-call";
import { streamEndedUrl } from "./callback-urls";
import { CALL_EVENTS, CALL_SID, formatCallRef } from "./calls";
import { twilio } from "./carrier";
import { connectStreamTwiml, dialTwiml, HANG_UP, REJECT } from "./twiml";
import type { TwilioCaller } from "./webhook";

/** Twilio's parameters of a call. */
export const CallParams = z.object({
  CallSid: z.string().regex(CALL_SID),
  From: z.string().default(""),
  To: z.string().default(""),
  CallStatus: z.string().default(""),
});
export type CallParams = z.output<typeof CallParams>;

/** The TwiML for a call that no agent can answer. */
const fallbackTwiml = (number: PhoneNumber): string =>
  number.fallback_number === null ? REJECT : dialTwiml(number.fallback_number);

/** Finds a number of this account. A number of another account does not count. */
export async function findAccountNumber(
  { ctx, account }: TwilioCaller,
  text: string,
): Promise<PhoneNumber | undefined> {
  const phoneNumber = await findOwnNumber(ctx, text);
  return phoneNumber?.integration_id === account.id ? phoneNumber : undefined;
}

/** The TwiML that connects a call to a stream, which can be opened once. */
function streamTwiml({ ctx, account }: TwilioCaller, callId: string, use: "begin" | "answer"): string {
  // Tokens are checked against the system clock, wherever the stream connects.
  const token = createStreamToken(ctx, { callId, integrationId: account.id, use }, new Date().toISOString());
  return connectStreamTwiml(streamUrl(token), streamEndedUrl(account.id, callId));
}

/**
 * Handles an inbound call: the agent answers by a stream. If none can, the call is rejected or goes to the
 * fallback number.
 */
export async function handleInboundCall(by: TwilioCaller, { form }: SignedRequest): Promise<string> {
  const call = CallParams.safeParse(form);
  const number = call.success ? await findAccountNumber(by, call.data.To) : undefined;
  if (!call.success || number === undefined) return REJECT;
  const { ctx } = by;
  const live = await readLiveVoiceAgent(ctx, number);
  if (live === null) return fallbackTwiml(number);
  const findContact = async () => {
    const parsed = parseNumber(call.data.From);
    return parsed.ok ? findOrCreateContact(ctx, parsed.number) : null;
  };
  // The ID is derived from the SID, so a repeated request is the same call; after a refusal it can be accepted.
  const idOf = (position: 0 | 1) => seriesId("call", `${number.id}|${call.data.CallSid}`, position);
  // A busy tone at once is better than seconds of silence until every gateway has refused the stream.
  if (await areGatewaysFull()) {
    await recordRefusedCall(ctx, { id: idOf(1), ...live }, number, findContact);
    return fallbackTwiml(number);
  }
  const received = { id: idOf(0), number: number.number, contact: await findContact(), ...live };
  if (!(await receiveAffordableCall(ctx, received, idOf(1), number))) return fallbackTwiml(number);
  return streamTwiml(by, idOf(0), "begin");
}

/**
 * Handles the answer of an outbound attempt: the agent listens over the stream, and finds out whether a person or a machine
 * has answered.
 */
export async function handleAnsweredAttempt(
  by: TwilioCaller,
  { form, query }: SignedRequest,
): Promise<string> {
  const call = CallParams.safeParse(form);
  const key = query.get("attempt");
  if (!call.success || key === null) return HANG_UP;
  const ref = formatCallRef(by.account.id, call.data.CallSid);
  const isOurs = await handleCarrierEvent(by.ctx, twilio, ref, { type: "ringing", key });
  const attempt = isOurs ? await findAttempt(by.ctx, { key }) : undefined;
  const isWaiting = attempt?.attempt.status === "queued" || attempt?.attempt.status === "ringing";
  if (!isWaiting) return HANG_UP;
  return streamTwiml({ ...by, ctx: attempt.ctx }, attempt.attempt.call_id, "answer");
}

/**
 * Handles the status of an attempt. A conversation in progress is ended by its stream instead, which still
 * transcribes the last words.
 */
export async function handleCallStatus(
  { ctx, account }: TwilioCaller,
  { form, query }: SignedRequest,
): Promise<undefined> {
  const call = CallParams.safeParse(form);
  const key = query.get("attempt");
  const type = call.success ? CALL_EVENTS[call.data.CallStatus] : undefined;
  if (!call.success || key === null || !type) return undefined;
  const attempt = (await findAttempt(ctx, { key }))?.attempt;
  if (attempt === undefined || attempt.status === "in_progress") return undefined;
  await handleCarrierEvent(ctx, twilio, formatCallRef(account.id, call.data.CallSid), { type, key });
  return undefined;
}
