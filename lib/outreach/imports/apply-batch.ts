import { sql } from "kysely";
import {
  buildConsentRows,
  type ConsentRow,
  insertConsents,
  readCurrentConsents,
  suppressStatement,
} from "@/lib/contacts/consent";
import type { ConsentKey, ConsentStates, NewConsent } from "@/lib/contacts/consent/schema";
import { type UpsertedContact, upsertContacts } from "@/lib/contacts/contacts";
import { workspaceIndexer } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { fileRefused } from "./file-problems";
import type { Entry } from "./file-row";
import type { Job } from "./import-job";

/** The result of a batch. */
export type BatchResult = {
  created: number;
  consents: number;
  /** The batch's contacts with their entries. */
  contacts: { contact: UpsertedContact; entry: Entry }[];
};

/**
 * The consents that the importer attests for the whole file, unless the row or an earlier revocation says
 * otherwise.
 */
function attestedConsents({ settings }: Job, entry: Entry, states: ConsentStates | undefined): NewConsent[] {
  const { consents = [], consent_source: source } = settings;
  if (source === undefined) return [];
  return consents.flatMap((key: ConsentKey) => {
    if (
      entry.consents.some((consentEntries) => consentEntries.key === key) ||
      states?.[key].state === "revoked"
    )
      return [];
    const [purpose, channel] = key.split(":") as [NewConsent["purpose"], NewConsent["channel"]];
    return [{ purpose, channel, granted: true, source }];
  });
}

function ledgerRows(
  job: Job,
  { contact, entry }: BatchResult["contacts"][number],
  states?: ConsentStates,
): ConsentRow[] {
  const { ctx, id: importId, createdBy: attestedBy } = job;
  const consentEntries = (attested: boolean) =>
    entry.consents.filter((consent) => consent.attested === attested).map((consent) => consent.entry);
  const allAttested = [...consentEntries(true), ...attestedConsents(job, entry, states)];
  return [
    ...buildConsentRows(ctx, contact.sealer, contact.id, consentEntries(false), { importId }),
    ...buildConsentRows(ctx, contact.sealer, contact.id, allAttested, { importId, attestedBy }),
  ];
}

/**
 * Creates or updates the contacts of a batch, whose numbers are distinct, and adds to their consent ledgers.
 */
export async function applyContacts(tx: Tx, job: Job, entries: readonly Entry[]): Promise<BatchResult> {
  const { contacts, overLimit } = await upsertContacts(tx, job.ctx, entries);
  const [overfullNumber] = overLimit;
  if (overfullNumber !== undefined)
    throw fileRefused(
      "too_many",
      "With this row's attributes the contact would have too many. Remove some.",
      entries.find(({ number }) => number.e164 === overfullNumber)?.row,
    );
  const pairs = entries.flatMap((entry) => {
    const contact = contacts.get(entry.number.e164);
    return contact === undefined ? [] : [{ contact, entry }];
  });
  const existingIds = pairs.filter(({ contact }) => !contact.created).map(({ contact }) => contact.id);
  const states =
    existingIds.length === 0 || job.settings.consents === undefined
      ? new Map<string, ConsentStates>()
      : await readCurrentConsents(tx, job.ctx, existingIds);
  const rows = pairs.flatMap((pair) => ledgerRows(job, pair, states.get(pair.contact.id)));
  if (rows.length > 0) await tx.all(insertConsents(rows));
  return { created: pairs.length - existingIds.length, consents: rows.length, contacts: pairs };
}

/** Suppresses the numbers of a batch under the list's name. Returns how many are new to the list. */
export async function applySuppressions(
  tx: Tx,
  { ctx, settings }: Job,
  entries: readonly Entry[],
): Promise<number> {
  const { list = "", channels = [], reason = "", expires_at: expiresAt = null } = settings;
  const { hash } = await workspaceIndexer(ctx.workspaceId);
  const hashes = entries.map(({ number }) => hash("number", number.e164)).sort(Buffer.compare);
  const listedCount = db
    .selectFrom("suppressions")
    .select(sql<number>`count(*)`.as("held"))
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment)
    .where("contact_hash", "=", sql<Buffer>`any(${hashes}::bytea[])`)
    .where("source", "=", "list")
    .where("list", "=", list);
  const cause = { source: "list" as const, list, channels, reason };
  const [rows] = await tx.batch(
    listedCount,
    suppressStatement(ctx, hashes, expiresAt === null ? cause : { ...cause, expiresAt }),
  );
  return hashes.length - (rows[0]?.held ?? 0);
}
