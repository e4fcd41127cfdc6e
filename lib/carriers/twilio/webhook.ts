import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import { z } from "zod";
import type { Ctx } from "@/lib/context";
import { systemCtx } from "@/lib/context/make";
import type { SignedRequest } from "@/lib/http";
import { idPattern } from "@/lib/ids";
import { carrierAccount, carrierWorkspace } from "@/lib/integrations";
import { receiveText, type TextNews, textSaid } from "@/lib/texting";
import { publicAddress } from "./address";
import { NAME } from "./carrier";
import { UNSUBSCRIBED } from "./messages";

/** Whose callback it is. The integration is looked for by `admit`, as one that is unknown is answered as a wrong signature. */
export const TwilioParams = z.strictObject({ integration: z.string().regex(idPattern("int")) });
type TwilioParams = z.output<typeof TwilioParams>;

/**
 * The workspace that a signed request is for: its account's token has signed the address and every field. Null for a
 * wrong signature, an unknown integration, and an account of the test environment, which reaches nobody.
 * Source: twilio.com/docs/usage/webhooks/webhooks-security.
 */
export async function admitTwilio(
  { header, path, form }: SignedRequest,
  { integration }: TwilioParams,
): Promise<Ctx | null> {
  const workspaceId = await carrierWorkspace(integration);
  if (workspaceId === null) return null;
  const ctx = systemCtx(workspaceId, NAME);
  const account = await carrierAccount(ctx, integration);
  const signature = header("x-twilio-signature");
  if (account === undefined || account.environment !== "live" || signature === null) return null;
  return validateRequest(account.authToken, signature, publicAddress(path), { ...form }) ? ctx : null;
}

const Message = z.object({
  MessageSid: z.string().min(1),
  From: z.string(),
  To: z.string(),
  Body: z.string().default(""),
  /** Twilio's own handling of keywords has answered. */
  OptOutType: z.string().optional(),
});

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");

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
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${said}</Response>`;
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
