import { z } from "zod";
import { type CarrierAccount, fine, wrong } from "@/lib/agents/integrations";
import type { Finding } from "@/lib/agents/integrations/schema";
import { ask, type Out, parsed } from "../rest";

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
type Owned = z.output<typeof Incoming>;
const Page = z.object({ incoming_phone_numbers: z.array(Incoming) });

/** Where a number's calls and texts must lead. */
export type Addresses = { voice: string; messages: string };

const same = (one: string, other: string): boolean => one.replace(/\/$/, "") === other;

function callsFinding(owned: Owned, { voice }: Addresses): Finding {
  const { phone_number: number } = owned;
  if (owned.capabilities?.voice === false)
    return wrong("no_voice", "At Twilio this number cannot call. Take one that has voice.", number);
  if (owned.trunk_sid !== "" || owned.voice_application_sid !== "")
    return wrong(
      "calls_elsewhere",
      `At Twilio, calls to it go to a SIP trunk or a TwiML app. Under Voice, choose "Webhook", and set ${voice} with HTTP POST.`,
      number,
    );
  if (!same(owned.voice_url, voice))
    return wrong(
      "calls_elsewhere",
      `At Twilio, calls to it go elsewhere. Under Voice, "A call comes in", set the webhook ${voice} with HTTP POST.`,
      number,
    );
  return owned.voice_method.toUpperCase() === "GET"
    ? wrong(
        "calls_by_get",
        'At Twilio, under Voice, "A call comes in", set the webhook to HTTP POST.',
        number,
      )
    : fine("calls", "Calls to it come here.", number);
}

function textsFinding(owned: Owned, { messages }: Addresses): Finding {
  const { phone_number: number } = owned;
  if (owned.capabilities?.sms === false)
    return fine("no_texts", "At Twilio this number cannot text; it is for calls alone.", number);
  if (owned.sms_application_sid !== "" || !same(owned.sms_url, messages))
    return wrong(
      "texts_elsewhere",
      `At Twilio, texts to it go elsewhere, and so does a STOP. Under Messaging, "A message comes in", set the webhook ${messages} with HTTP POST.`,
      number,
    );
  return owned.sms_method.toUpperCase() === "GET"
    ? wrong(
        "texts_by_get",
        'At Twilio, under Messaging, "A message comes in", set the webhook to HTTP POST.',
        number,
      )
    : fine("texts", "Texts to it come here.", number);
}

/** Whether a number is the account's, and leads here. Source: twilio.com/docs/phone-numbers/api/incomingphonenumber-resource. */
export async function numberFindings(
  out: Out,
  account: CarrierAccount,
  number: string,
  addresses: Addresses | null,
): Promise<Finding[]> {
  try {
    const query = new URLSearchParams({ PhoneNumber: number, PageSize: "20" });
    const response = await ask(out, account, `IncomingPhoneNumbers.json?${query}`);
    const page = response.ok ? await parsed(Page, response) : null;
    if (page === null)
      return [
        wrong("carrier_away", "Twilio could not be asked for this number. Check again in a moment.", number),
      ];
    const owned = page.incoming_phone_numbers.find((one) => one.phone_number === number);
    if (owned === undefined)
      return [
        wrong(
          "foreign_number",
          "The account does not have this number. Take it off the list, or connect the account that has it.",
          number,
        ),
      ];
    // Where nobody knows how this place is reached, nobody can say where they should lead.
    return addresses === null ? [] : [callsFinding(owned, addresses), textsFinding(owned, addresses)];
  } catch {
    return [
      wrong("carrier_away", "Twilio could not be asked for this number. Check again in a moment.", number),
    ];
  }
}
