import { z } from "zod";
import type { CarrierAccount } from "@/lib/agents/integrations";
import { failedFinding, passedFinding } from "@/lib/agents/providers";
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
  if (incomingNumber.capabilities?.voice === false)
    return failedFinding(
      "no_voice",
      "This number has no voice capability at Twilio. Use a number that has it.",
      number,
    );
  if (incomingNumber.trunk_sid !== "" || incomingNumber.voice_application_sid !== "")
    return failedFinding(
      "calls_elsewhere",
      `At Twilio, calls to this number go to a SIP trunk or a TwiML app. Under Voice, choose "Webhook", and set ${voice} with HTTP POST.`,
      number,
    );
  if (!isSameUrl(incomingNumber.voice_url, voice))
    return failedFinding(
      "calls_elsewhere",
      `At Twilio, calls to this number go to another address. Under Voice, "A call comes in", set the webhook ${voice} with HTTP POST.`,
      number,
    );
  return incomingNumber.voice_method.toUpperCase() === "GET"
    ? failedFinding(
        "calls_by_get",
        'At Twilio, under Voice, "A call comes in", set the webhook to HTTP POST.',
        number,
      )
    : passedFinding("calls", "Calls to this number reach this installation.", number);
}

function checkMessagingWebhook(incomingNumber: IncomingNumber, { messages }: WebhookUrls): Finding {
  const { phone_number: number } = incomingNumber;
  if (incomingNumber.capabilities?.sms === false)
    return passedFinding(
      "no_texts",
      "This number has no text capability at Twilio. It can only be used for calls.",
      number,
    );
  if (incomingNumber.sms_application_sid !== "" || !isSameUrl(incomingNumber.sms_url, messages))
    return failedFinding(
      "texts_elsewhere",
      `At Twilio, texts to this number go to another address, including STOP requests. Under Messaging, "A message comes in", set the webhook ${messages} with HTTP POST.`,
      number,
    );
  return incomingNumber.sms_method.toUpperCase() === "GET"
    ? failedFinding(
        "texts_by_get",
        'At Twilio, under Messaging, "A message comes in", set the webhook to HTTP POST.',
        number,
      )
    : passedFinding("texts", "Texts to this number reach this installation.", number);
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
    if (page === null)
      return [
        failedFinding(
          "carrier_away",
          "Twilio could not be reached to check this number. Check again in a moment.",
          number,
        ),
      ];
    const incomingNumber = page.incoming_phone_numbers.find((owned) => owned.phone_number === number);
    if (incomingNumber === undefined)
      return [
        failedFinding(
          "foreign_number",
          "The account does not own this number. Remove it here, or connect the account that owns it.",
          number,
        ),
      ];
    // Without a public address, the expected webhook URLs are unknown.
    return webhookUrls === null
      ? []
      : [checkVoiceWebhook(incomingNumber, webhookUrls), checkMessagingWebhook(incomingNumber, webhookUrls)];
  } catch {
    return [
      failedFinding(
        "carrier_away",
        "Twilio could not be reached to check this number. Check again in a moment.",
        number,
      ),
    ];
  }
}
