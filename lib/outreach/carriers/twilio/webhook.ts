import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import { z } from "zod";
import { type CarrierAccount, findCarrierWorkspace, openCarrierAccount } from "@/lib/agents/integrations";
import { handleTextStatus, receiveText, type TextStatus } from "@/lib/outreach/texting";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { idPattern } from "@/lib/platform/id-format";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { publicUrl, RETRY_OVERRIDES } from "./callback-urls";
import { CARRIER_NAME } from "./carrier";
import { UNSUBSCRIBED } from "./rest";
import { escapeXml, twimlResponse } from "./twiml";

/**
 * The integration of a callback. `authenticateAccount` looks it up, so that an unknown integration gets the
 * same answer as an invalid signature.
 */
export const TwilioParams = z.strictObject({ integration: z.string().regex(idPattern("int")) });
type TwilioParams = z.output<typeof TwilioParams>;

/** The account that signed a request, with a context of its workspace. */
export type TwilioCaller = { ctx: Ctx; account: CarrierAccount };

/**
 * Verifies a signed request: the account's token must have signed the URL and every field. Returns null for
 * an invalid signature, an unknown integration, or an account of the test environment, which places no calls.
 * Source: twilio.com/docs/usage/webhooks/webhooks-security.
 */
export async function authenticateAccount(
  { header, path, form }: SignedRequest,
  { integration }: TwilioParams,
): Promise<TwilioCaller | null> {
  const workspaceId = await findCarrierWorkspace(integration);
  if (workspaceId === null) return null;
  const ctx = systemCtx(workspaceId, CARRIER_NAME);
  const account = await openCarrierAccount(ctx, integration);
  const signature = header("x-twilio-signature");
  if (account === undefined || account.environment !== "live" || signature === null) return null;
  // Twilio does not document whether it signs the overrides, which it does not send.
  const isSigned = [publicUrl(path), `${publicUrl(path)}${RETRY_OVERRIDES}`].some((url) =>
    validateRequest(account.authToken, signature, url, { ...form }),
  );
  // Numbers exist only in the live environment.
  return isSigned ? { ctx: { ...ctx, environment: "live" }, account } : null;
}

/** Verifies a signed request and returns a context of its workspace, or null as above. */
export async function authenticateWorkspace(
  request: SignedRequest,
  params: TwilioParams,
): Promise<Ctx | null> {
  return (await authenticateAccount(request, params))?.ctx ?? null;
}

const Message = z.object({
  MessageSid: z.string().min(1),
  From: z.string(),
  To: z.string(),
  Body: z.string().default(""),
  /** Twilio's own keyword handling has answered. */
  OptOutType: z.string().optional(),
});

/**
 * Handles an inbound message. The TwiML response contains the reply to a keyword, or nothing: the agent
 * replies later.
 */
export async function handleInboundText(ctx: Ctx, { form }: SignedRequest): Promise<string> {
  const message = Message.safeParse(form);
  const { reply } = message.success
    ? await receiveText(ctx, {
        carrier: CARRIER_NAME,
        ref: message.data.MessageSid,
        from: message.data.From,
        to: message.data.To,
        body: message.data.Body,
        answered: message.data.OptOutType !== undefined,
      })
    : { reply: null };
  const messageVerb = reply === null ? "" : `<Message>${escapeXml(reply)}</Message>`;
  return twimlResponse(messageVerb);
}

const Status = z.object({
  MessageSid: z.string().min(1),
  MessageStatus: z.string(),
  ErrorCode: z.string().optional(),
});

/** Maps Twilio's message statuses to ours. An accepted message counts as sent. */
const TEXT_STATES: Readonly<Record<string, TextStatus["state"]>> = {
  accepted: "sent",
  queued: "sent",
  sending: "sent",
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "failed",
  failed: "failed",
};

/** Handles the status of a text. */
export async function handleTextStatusCallback(ctx: Ctx, { form, query }: SignedRequest): Promise<undefined> {
  const status = Status.safeParse(form);
  const state = status.success ? TEXT_STATES[status.data.MessageStatus] : undefined;
  if (!status.success || state === undefined) return undefined;
  const { MessageSid: ref, ErrorCode: code = null } = status.data;
  await handleTextStatus(ctx, CARRIER_NAME, {
    ref,
    textId: query.get("text"),
    state,
    code,
    unsubscribed: state === "failed" && code === String(UNSUBSCRIBED),
  });
  return undefined;
}
