import type { NewConsent } from "@/lib/contacts/consent/schema";
import type { AuditView } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";

type Audited = { timezone_source: string | null; region: string | null };

/** What the audit log keeps of a contact: nothing that says who it is. */
export const auditView = ({ environment }: Pick<Ctx, "environment">, row: Audited): AuditView => ({
  environment,
  region: row.region,
  timezone_source: row.timezone_source,
});

/** What the audit log keeps of an entry of the ledger: its source and evidence are free words, and stay there. */
export const consentView = ({ purpose, channel, granted }: NewConsent): AuditView => ({
  purpose,
  channel,
  granted,
});

/** Enough of a keyed hash to tell one number from another in a log, and too little to look it up by. */
const HASH_CHARS = 16;
/** What an event about a number is about: the contact, or the number's keyed hash where it is none. */
export const targetOf = (contactId: string | null, hash: Buffer): string =>
  contactId ?? `number:${hash.toString("hex").slice(0, HASH_CHARS)}`;
