import type { Agreed } from "@/components/contact-import/agreed";
import type { ConsentKey, NewConsent } from "@/lib/contacts/consent/schema";
import type { Campaign } from "@/lib/outreach/campaigns/schema";

/** The consent that a campaign asks for. */
export const askedOf = ({ purpose, channel }: Pick<Campaign, "purpose" | "channel">): ConsentKey =>
  `${purpose}:${channel === "phone" ? "call" : "text"}`;

/** Consents to record for each contact; none unless stated. */
export const consentsOf = ({ keys, source }: Agreed): NewConsent[] =>
  keys.map((key) => {
    const [purpose, channel] = key.split(":") as [NewConsent["purpose"], NewConsent["channel"]];
    return { purpose, channel, granted: true, source: source.trim() };
  });
