import type { CarrierAccount } from "@/lib/agents/integrations";
import type { PlaceAnswer, TextRequest } from "@/lib/outreach/dialing";
import { make, type Out } from "./rest";

const SID = /^(?:SM|MM)[0-9a-fA-F]{32}$/;

/**
 * Asks Twilio to send one text. The callback's address names our text, so that its news find it also where this answer
 * is lost. It throws for nothing that Twilio does. Source: twilio.com/docs/messaging/api/message-resource.
 */
export function createMessage(
  out: Out,
  account: CarrierAccount,
  { to, body }: TextRequest,
  { from, callback }: { from: string; callback: string },
): Promise<PlaceAnswer> {
  const form = new URLSearchParams({ To: to, From: from, Body: body, StatusCallback: callback });
  return make(out, account, "Messages.json", form, SID);
}
