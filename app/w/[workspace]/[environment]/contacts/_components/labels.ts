import type { ConsentChannel, ConsentPurpose, Suppression } from "@/lib/contacts/consent/schema";
import type { Contact } from "@/lib/contacts/contacts/schema";

/** Labels of the consent purposes. */
export const PURPOSE_NAMES: Readonly<Record<ConsentPurpose, string>> = {
  informational: "Information",
  telemarketing: "Marketing",
  recording: "Recording",
};

export const CHANNEL_NAMES: Readonly<Record<ConsentChannel, string>> = { call: "Calls", text: "Texts" };

/** Where a suppression comes from. */
export const SUPPRESSION_NAMES: Readonly<Record<Suppression["source"], string>> = {
  spoken_opt_out: "Said so in a call",
  keyword: "Texted a keyword such as STOP",
  carrier: "Reported by the carrier",
  list: "A do-not-call list",
  request: "Entered on request",
};

/** Where a contact's time zone comes from. */
export const zoneSource = (source: Contact["timezone_source"]): string | null =>
  source === null ? null : source === "provided" ? "as it was given" : "by the number";

/** "Calls", "Texts", or "Calls and texts". */
export const channelsInWords = (channels: readonly ConsentChannel[]): string =>
  channels.length > 1 ? "Calls and texts" : channels.map((channel) => CHANNEL_NAMES[channel]).join("");

/** Display name of a contact: its name, or else its number. */
export const titleOf = ({ name, phone }: Pick<Contact, "name" | "phone">): string => name ?? phone;
