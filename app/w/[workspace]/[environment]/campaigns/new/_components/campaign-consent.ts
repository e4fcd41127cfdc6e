import type { Agreed } from "@/components/contact-import/agreed";
import { consentParts } from "@/components/contact-import/field-labels";
import type { NewConsent } from "@/lib/contacts/consent/schema";
import type { ConsentKey } from "@/lib/contacts/consent/values";
import type { Campaign } from "@/lib/outreach/campaigns/schema";

/** The consent that a campaign requires. */
export const requiredConsent = ({ purpose, channel }: Pick<Campaign, "purpose" | "channel">): ConsentKey =>
  `${purpose}:${channel === "phone" ? "call" : "text"}`;

/** Consents to record for each contact; none unless stated. */
export const consentsOf = ({ keys, source }: Agreed): NewConsent[] =>
  keys.map((key) => ({ ...consentParts(key), granted: true, source: source.trim() }));
