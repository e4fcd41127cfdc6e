import type { CarrierAccount } from "@/lib/agents/integrations";
import type { PlaceAnswer, TextRequest } from "@/lib/outreach/dialing";
import { createResource, type HttpFetcher } from "./rest";

const SID = /^(?:SM|MM)[0-9a-fA-F]{32}$/;

/**
 * Sends one text. The callback URL names our text, so that its status is matched even if this response is
 * lost. It never throws for a failure of Twilio. Source: twilio.com/docs/messaging/api/message-resource.
 */
export function createMessage(
  httpClient: HttpFetcher,
  account: CarrierAccount,
  { to, body }: TextRequest,
  { from, callback }: { from: string; callback: string },
): Promise<PlaceAnswer> {
  const form = new URLSearchParams({ To: to, From: from, Body: body, StatusCallback: callback });
  return createResource(httpClient, account, "Messages.json", form, SID);
}
