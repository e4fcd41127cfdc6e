import { z } from "zod";
import { agentForCall } from "@/lib/agents/agents";
import { requireTerms } from "@/lib/agents/integrations";
import { answersNow, ownNumber } from "@/lib/agents/phone-numbers";
import type { PhoneNumber } from "@/lib/agents/phone-numbers/schema";
import {
  contactOfNumber,
  missCall,
  readCall,
  receiveCall,
  streamAddress,
  streamToken,
} from "@/lib/calls/calls";
import { parseNumber } from "@/lib/contacts/contacts";
import { carrierSaid, findAttempt } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { seriesId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { afterAddress } from "./address";
import { CALL_SID, CALL_STATES, refOf } from "./calls";
import { twilio } from "./carrier";
import { connectTo, dial, HANG_UP, REJECT } from "./twiml";
import type { TwilioCaller } from "./webhook";

const Call = z.object({
  CallSid: z.string().regex(CALL_SID),
  From: z.string().default(""),
  To: z.string().default(""),
  CallStatus: z.string().default(""),
  AnsweredBy: z.string().default(""),
});

/** The agent that answers calls to a number now; null outside of its hours, where none is live, and where terms stand against it. */
async function answering(ctx: Ctx, number: PhoneNumber) {
  const { agent_id: agentId } = number;
  if (agentId === null || !answersNow(number, ctx.now())) return null;
  try {
    const agent = await agentForCall(ctx, agentId, { draft: false });
    if (agent.config.type !== "voice") return null;
    await requireTerms(ctx, agent.config, { environment: ctx.environment, spoken: true });
    return { agentId, agent };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ numberId: number.id, agentId, err: error }, "a call came in that its agent cannot answer");
    return null;
  }
}

/** Where a call goes on that nothing here can answer. */
const elsewhere = (number: PhoneNumber): string =>
  number.fallback_number === null ? REJECT : dial(number.fallback_number);

/** A number of the account's own; another account's is none. */
async function numberOf({ ctx, account }: TwilioCaller, text: string): Promise<PhoneNumber | undefined> {
  const own = await ownNumber(ctx, text);
  return own?.integration_id === account.id ? own : undefined;
}

/** How a call goes on as a stream that opens once. */
function streamOf({ ctx, account }: TwilioCaller, callId: string): string {
  // Tokens are looked at by the wall clock, wherever the stream comes in.
  const token = streamToken(ctx, { callId, integrationId: account.id }, new Date().toISOString());
  return connectTo(streamAddress(token), afterAddress(account.id, callId));
}

/** A call that came in: the agent answers by a stream, or the call goes on where nothing can answer. */
export async function twilioCall(by: TwilioCaller, { form }: SignedRequest): Promise<string> {
  const call = Call.safeParse(form);
  const number = call.success ? await numberOf(by, call.data.To) : undefined;
  if (!call.success || number === undefined) return REJECT;
  const { ctx } = by;
  const live = await answering(ctx, number);
  if (live === null) return elsewhere(number);
  const parsed = parseNumber(call.data.From);
  const contact = parsed.ok ? await contactOfNumber(ctx, parsed.number) : null;
  // The same call told twice is the same call.
  const id = seriesId("call", `${number.id}|${call.data.CallSid}`, 0);
  await receiveCall(ctx, { id, number: number.number, contact, ...live });
  return streamOf(by, id);
}

const isMachine = (by: string): boolean => by.startsWith("machine") || by === "fax";

/** Somebody, or something, has answered an attempt. */
export async function twilioAnswered(by: TwilioCaller, { form, query }: SignedRequest): Promise<string> {
  const call = Call.safeParse(form);
  const key = query.get("attempt");
  if (!call.success || key === null) return HANG_UP;
  const ref = refOf(by.account.id, call.data.CallSid);
  const type = isMachine(call.data.AnsweredBy) ? "voicemail" : "ringing";
  const known = await carrierSaid(by.ctx, twilio, ref, { type, key });
  const found = known && type === "ringing" ? await findAttempt(by.ctx, { key }) : undefined;
  const waits = found?.attempt.status === "queued" || found?.attempt.status === "ringing";
  if (!waits) return HANG_UP;
  return streamOf({ ...by, ctx: found.ctx }, found.attempt.call_id);
}

/** What became of an attempt. A conversation that goes on is left to its stream, which hears last words out. */
export async function twilioCallStatus(
  { ctx, account }: TwilioCaller,
  { form, query }: SignedRequest,
): Promise<undefined> {
  const call = Call.safeParse(form);
  const key = query.get("attempt");
  const type = call.success ? CALL_STATES[call.data.CallStatus] : undefined;
  if (!call.success || key === null || !type) return undefined;
  const attempt = (await findAttempt(ctx, { key }))?.attempt;
  if (attempt === undefined || attempt.status === "in_progress") return undefined;
  await carrierSaid(ctx, twilio, refOf(account.id, call.data.CallSid), { type, key });
  return undefined;
}

/** A stream has ended, or could not be begun: then nothing here can answer. */
export async function twilioAfter(by: TwilioCaller, { form, query }: SignedRequest): Promise<string> {
  const id = query.get("call") ?? "";
  const call = Call.safeParse(form);
  const row = await readCall(by.ctx, id).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (row === undefined || (row.status !== "ringing" && row.status !== "queued")) return HANG_UP;
  const missed = { status: "failed", endReason: "carrier_error", outcome: "failed" } as const;
  const never = await missCall(by.ctx, id, missed);
  if (!never || row.direction === "outbound" || !call.success) return HANG_UP;
  const number = await numberOf(by, call.data.To);
  return number === undefined || number.fallback_number === null ? HANG_UP : dial(number.fallback_number);
}
