import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import { z } from "zod";
import { type CarrierAccount, carrierAccount, carrierWorkspace } from "@/lib/agents/integrations";
import { receiveText, type TextNews, textSaid } from "@/lib/outreach/texting";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { idPattern } from "@/lib/platform/ids";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { publicAddress } from "./address";
import { NAME } from "./carrier";
import { UNSUBSCRIBED } from "./rest";
import { escaped, twiml } from "./twiml";

/** Whose callback it is. The integration is looked for by `admit`, as one that is unknown is answered as a wrong signature. */
export const TwilioParams = z.strictObject({ integration: z.string().regex(idPattern("int")) });
type TwilioParams = z.output<typeof TwilioParams>;

/** Who signed a request: a workspace's account. */
export type TwilioCaller = { ctx: Ctx; account: CarrierAccount };

/**
 * The account that a signed request is for: its token has signed the address and every field. Null for a wrong
 * signature, an unknown integration, and an account of the test environment, which reaches nobody.
 * Source: twilio.com/docs/usage/webhooks/webhooks-security.
 */
export async function admitTwilioCall(
  { header, path, form }: SignedRequest,
  { integration }: TwilioParams,
): Promise<TwilioCaller | null> {
  const workspaceId = await carrierWorkspace(integration);
  if (workspaceId === null) return null;
  const ctx = systemCtx(workspaceId, NAME);
  const account = await carrierAccount(ctx, integration);
  const signature = header("x-twilio-signature");
  if (account === undefined || account.environment !== "live" || signature === null) return null;
  const signed = validateRequest(account.authToken, signature, publicAddress(path), { ...form });
  // Numbers are live ones.
  return signed ? { ctx: { ...ctx, environment: "live" }, account } : null;
}

/** The workspace that a signed request is for; null as above. */
export async function admitTwilio(request: SignedRequest, params: TwilioParams): Promise<Ctx | null> {
  return (await admitTwilioCall(request, params))?.ctx ?? null;
}

const Message = z.object({
  MessageSid: z.string().min(1),
  From: z.string(),
  To: z.string(),
  Body: z.string().default(""),
  /** Twilio's own handling of keywords has answered. */
  OptOutType: z.string().optional(),
});

/** A message that came in, as TwiML answers it: the answer to a keyword, or nothing yet, as the agent takes its time. */
export async function twilioMessage(ctx: Ctx, { form }: SignedRequest): Promise<string> {
  const message = Message.safeParse(form);
  const { reply } = message.success
    ? await receiveText(ctx, {
        carrier: NAME,
        ref: message.data.MessageSid,
        from: message.data.From,
        to: message.data.To,
        body: message.data.Body,
        answered: message.data.OptOutType !== undefined,
      })
    : { reply: null };
  const said = reply === null ? "" : `<Message>${escaped(reply)}</Message>`;
  return twiml(said);
}

const Status = z.object({
  MessageSid: z.string().min(1),
  MessageStatus: z.string(),
  ErrorCode: z.string().optional(),
});

/** Twilio's states as ours: whatever it has accepted is sent as far as we may send it. */
const STATES: Readonly<Record<string, TextNews["state"]>> = {
  accepted: "sent",
  queued: "sent",
  sending: "sent",
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "failed",
  failed: "failed",
};

/** What became of a text. */
export async function twilioStatus(ctx: Ctx, { form, query }: SignedRequest): Promise<undefined> {
  const status = Status.safeParse(form);
  const state = status.success ? STATES[status.data.MessageStatus] : undefined;
  if (!status.success || state === undefined) return undefined;
  const { MessageSid: ref, ErrorCode: code = null } = status.data;
  await textSaid(ctx, NAME, {
    ref,
    textId: query.get("text"),
    state,
    code,
    unsubscribed: state === "failed" && code === String(UNSUBSCRIBED),
  });
  return undefined;
}
