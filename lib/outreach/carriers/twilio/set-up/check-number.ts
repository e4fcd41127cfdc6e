import { z } from "zod";
import type { CarrierAccount } from "@/lib/agents/integrations";
import { createFinding } from "@/lib/agents/providers";
import type { Finding } from "@/lib/agents/providers/schema";
import { type HttpFetcher, parseJson, requestTwilio } from "../rest";

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? "");
const Incoming = z.object({
  phone_number: z.string(),
  voice_url: Text,
  voice_method: Text,
  voice_application_sid: Text,
  trunk_sid: Text,
  sms_url: Text,
  sms_method: Text,
  sms_application_sid: Text,
  capabilities: z.object({ voice: z.boolean().default(true), sms: z.boolean().default(true) }).optional(),
});
type IncomingNumber = z.output<typeof Incoming>;
const Page = z.object({ incoming_phone_numbers: z.array(Incoming) });

/** The webhook URLs that a number must have. */
export type WebhookUrls = { voice: string; messages: string };

const isSameUrl = (actual: string, expected: string): boolean => actual.replace(/\/$/, "") === expected;

function checkVoiceWebhook(incomingNumber: IncomingNumber, { voice }: WebhookUrls): Finding {
  const { phone_number: number } = incomingNumber;
  if (incomingNumber.capabilities?.voice === false) return createFinding("number_without_voice", number);
  if (incomingNumber.trunk_sid !== "" || incomingNumber.voice_application_sid !== "")
    return createFinding("calls_to_app", number, { url: voice });
  if (!isSameUrl(incomingNumber.voice_url, voice))
    return createFinding("calls_to_other_address", number, { url: voice });
  return incomingNumber.voice_method.toUpperCase() === "GET"
    ? createFinding("calls_by_get", number)
    : createFinding("calls_reach", number);
}

function checkMessagingWebhook(incomingNumber: IncomingNumber, { messages }: WebhookUrls): Finding {
  const { phone_number: number } = incomingNumber;
  if (incomingNumber.capabilities?.sms === false) return createFinding("number_without_texts", number);
  if (incomingNumber.sms_application_sid !== "" || !isSameUrl(incomingNumber.sms_url, messages))
    return createFinding("texts_to_other_address", number, { url: messages });
  return incomingNumber.sms_method.toUpperCase() === "GET"
    ? createFinding("texts_by_get", number)
    : createFinding("texts_reach", number);
}

/**
 * Checks whether a number belongs to the account and its webhooks lead here. Source:
 * twilio.com/docs/phone-numbers/api/incomingphonenumber-resource.
 */
export async function checkNumber(
  httpClient: HttpFetcher,
  account: CarrierAccount,
  number: string,
  webhookUrls: WebhookUrls | null,
): Promise<Finding[]> {
  try {
    const query = new URLSearchParams({ PhoneNumber: number, PageSize: "20" });
    const response = await requestTwilio(httpClient, account, `IncomingPhoneNumbers.json?${query}`);
    const page = response.ok ? await parseJson(Page, response) : null;
    if (page === null) return [createFinding("number_not_checked", number)];
    const incomingNumber = page.incoming_phone_numbers.find((owned) => owned.phone_number === number);
    if (incomingNumber === undefined) return [createFinding("number_foreign", number)];
    // Without a public address, the expected webhook URLs are unknown.
    return webhookUrls === null
      ? []
      : [checkVoiceWebhook(incomingNumber, webhookUrls), checkMessagingWebhook(incomingNumber, webhookUrls)];
  } catch {
    return [createFinding("number_not_checked", number)];
  }
}
