import type { ConsentChannel } from "@/lib/contacts/consent/schema";
import type { Contact } from "@/lib/contacts/contacts/schema";
import type { Translator } from "@/messages/translator";

/** The key of several channels: one of them, or `both`. Suppressions have at least one channel. */
export const channelsKey = (channels: readonly ConsentChannel[]): ConsentChannel | "both" =>
  channels.length > 1 ? "both" : (channels[0] ?? "both");

/** A contact's time zone and its source, such as "America/New_York, from the number". */
export const zoneText = (
  t: Translator<"contacts">,
  { timezone, timezone_source: source }: Pick<Contact, "timezone" | "timezone_source">,
): string =>
  timezone === null ? t("unknown") : t("zoneWithSource", { timezone, source: source ?? "unknown" });

/** Display name of a contact: its name, or else its number. */
export const titleOf = ({ name, phone }: Pick<Contact, "name" | "phone">): string => name ?? phone;
