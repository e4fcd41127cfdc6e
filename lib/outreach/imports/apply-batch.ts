import { sql } from "kysely";
import {
  type ConsentRow,
  consentRows,
  currentConsents,
  insertConsents,
  suppressStatement,
} from "@/lib/contacts/consent";
import type { ConsentKey, ConsentStates, NewConsent } from "@/lib/contacts/consent/schema";
import { type UpsertedContact, upsertContacts } from "@/lib/contacts/contacts";
import { indexer } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import type { Job } from "./job";
import { refused } from "./problems";
import type { Entry } from "./row";

/** What a batch did. */
export type Applied = {
  created: number;
  consents: number;
  /** The batch's contacts, each with its entry. */
  contacts: { contact: UpsertedContact; entry: Entry }[];
};

/** What the importer vouches for, where neither the row nor an earlier revocation says otherwise. */
function attestedOf({ settings }: Job, entry: Entry, states: ConsentStates | undefined): NewConsent[] {
  const { consents = [], consent_source: source } = settings;
  if (source === undefined) return [];
  return consents.flatMap((key: ConsentKey) => {
    if (entry.consents.some((own) => own.key === key) || states?.[key].state === "revoked") return [];
    const [purpose, channel] = key.split(":") as [NewConsent["purpose"], NewConsent["channel"]];
    return [{ purpose, channel, granted: true, source }];
  });
}

function ledgerRows(
  job: Job,
  { contact, entry }: Applied["contacts"][number],
  states?: ConsentStates,
): ConsentRow[] {
  const { ctx, id: importId, createdBy: attestedBy } = job;
  const own = (attested: boolean) =>
    entry.consents.filter((one) => one.attested === attested).map((one) => one.entry);
  const vouched = [...own(true), ...attestedOf(job, entry, states)];
  return [
    ...consentRows(ctx, contact.sealer, contact.id, own(false), { importId }),
    ...consentRows(ctx, contact.sealer, contact.id, vouched, { importId, attestedBy }),
  ];
}

/** Makes or updates the contacts of a batch, whose numbers are distinct, and adds to their ledgers. */
export async function applyContacts(tx: Tx, job: Job, entries: readonly Entry[]): Promise<Applied> {
  const { contacts, full } = await upsertContacts(tx, job.ctx, entries);
  const [over] = full;
  if (over !== undefined)
    throw refused(
      "too_many",
      "With this row's attributes the contact would have too many. Take some away.",
      entries.find(({ number }) => number.e164 === over)?.row,
    );
  const pairs = entries.flatMap((entry) => {
    const contact = contacts.get(entry.number.e164);
    return contact === undefined ? [] : [{ contact, entry }];
  });
  const known = pairs.filter(({ contact }) => !contact.created).map(({ contact }) => contact.id);
  const states =
    known.length === 0 || job.settings.consents === undefined
      ? new Map<string, ConsentStates>()
      : await currentConsents(tx, job.ctx, known);
  const rows = pairs.flatMap((pair) => ledgerRows(job, pair, states.get(pair.contact.id)));
  if (rows.length > 0) await tx.all(insertConsents(rows));
  return { created: pairs.length - known.length, consents: rows.length, contacts: pairs };
}

/** Suppresses the numbers of a batch under the list's name; answers how many the list did not hold. */
export async function applySuppressions(
  tx: Tx,
  { ctx, settings }: Job,
  entries: readonly Entry[],
): Promise<number> {
  const { list = "", channels = [], reason = "", expires_at: expiresAt = null } = settings;
  const { hash } = await indexer(ctx.workspaceId);
  const hashes = entries.map(({ number }) => hash("number", number.e164)).sort(Buffer.compare);
  const held = db
    .selectFrom("suppressions")
    .select(sql<number>`count(*)`.as("held"))
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment)
    .where("contact_hash", "=", sql<Buffer>`any(${hashes}::bytea[])`)
    .where("source", "=", "list")
    .where("list", "=", list);
  const cause = { source: "list" as const, list, channels, reason };
  const [rows] = await tx.batch(
    held,
    suppressStatement(ctx, hashes, expiresAt === null ? cause : { ...cause, expiresAt }),
  );
  return hashes.length - (rows[0]?.held ?? 0);
}
