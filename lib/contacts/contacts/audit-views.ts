import type { NewConsent } from "@/lib/contacts/consent/schema";
import type { AuditView } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";

type Audited = { timezone_source: string | null; region: string | null };

/** The audit log's view of a contact. It does not identify the person. */
export const contactAuditView = ({ environment }: Pick<Ctx, "environment">, row: Audited): AuditView => ({
  environment,
  region: row.region,
  timezone_source: row.timezone_source,
});

/** The audit log's view of a ledger entry. Its source and evidence are free text, and stay in the ledger. */
export const consentAuditView = ({ purpose, channel, granted }: NewConsent): AuditView => ({
  purpose,
  channel,
  granted,
});

/** Enough of a keyed hash to distinguish numbers in the log, but too little to look a number up. */
const HASH_CHARS = 16;
/** The target of an audit event about a number: the contact, or the number's shortened hash if there is no contact. */
export const auditTargetOf = (contactId: string | null, hash: Buffer): string =>
  contactId ?? `number:${hash.toString("hex").slice(0, HASH_CHARS)}`;
