import { sql } from "kysely";
import {
  buildConsentRows,
  type ConsentRow,
  insertConsents,
  readCurrentConsents,
  suppressStatement,
} from "@/lib/contacts/consent";
import type { ConsentStates, NewConsent } from "@/lib/contacts/consent/schema";
import type { ConsentKey } from "@/lib/contacts/consent/values";
import { type UpsertedContact, upsertContacts } from "@/lib/contacts/contacts";
import { MAX_ATTRIBUTES } from "@/lib/contacts/contacts/values";
import { workspaceIndexer } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { fileRefused } from "./file-problems";
import type { Entry, StatedConsent } from "./file-row";
import type { Job } from "./import-job";
import { suppressExported } from "./suppress-exported";

/** The result of a batch. */
export type BatchResult = {
  created: number;
  consents: number;
  suppressed: number;
  /** The batch's contacts with their entries. */
  contacts: { contact: UpsertedContact; entry: Entry }[];
  /** Entries that were not applied, as their contacts would have too many attributes. */
  overLimit: Entry[];
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

/** Whether an exported consent is already the contact's state, so that it need not be added again. */
function isCurrentState(
  { key, entry, isExported }: StatedConsent,
  states: ConsentStates | undefined,
): boolean {
  const current = states?.[key];
  return (
    isExported === true &&
    current?.state === (entry.granted ? "granted" : "revoked") &&
    current.source === entry.source &&
    current.at === entry.at
  );
}

function ledgerRows(
  job: Job,
  { contact, entry }: BatchResult["contacts"][number],
  states?: ConsentStates,
): ConsentRow[] {
  const { ctx, id: importId, createdBy: attestedBy } = job;
  const consentEntries = (attested: boolean) =>
    entry.consents
      .filter((consent) => consent.attested === attested && !isCurrentState(consent, states))
      .map((consent) => consent.entry);
  const allAttested = [...consentEntries(true), ...attestedConsents(job, entry, states)];
  return [
    ...buildConsentRows(ctx, contact.sealer, contact.id, consentEntries(false), { importId }),
    ...buildConsentRows(ctx, contact.sealer, contact.id, allAttested, { importId, attestedBy }),
  ];
}

/** Creates or updates the contacts of the entries, except those that would have too many attributes. */
async function upsertWithinLimit(tx: Tx, { ctx }: Job, entries: readonly Entry[]) {
  const overLimit: Entry[] = [];
  let accepted = entries;
  for (;;) {
    const result = await upsertContacts(tx, ctx, accepted);
    if (result.overLimit.length === 0) return { contacts: result.contacts, overLimit };
    const overNumbers = new Set(result.overLimit);
    overLimit.push(...accepted.filter(({ number }) => overNumbers.has(number.e164)));
    accepted = accepted.filter(({ number }) => !overNumbers.has(number.e164));
  }
}

/**
 * Creates or updates the contacts of a batch, whose numbers are distinct, and adds to their consent ledgers.
 * Throws `FileRefused` for a contact with too many attributes if invalid rows reject the file.
 */
export async function applyContacts(tx: Tx, job: Job, entries: readonly Entry[]): Promise<BatchResult> {
  const { contacts, overLimit } = await upsertWithinLimit(tx, job, entries);
  const [overfull] = overLimit;
  if (overfull !== undefined && job.settings.on_invalid === "reject")
    throw fileRefused(
      "contact_attributes_too_many",
      { row: overfull.rows.at(-1) ?? null },
      { max: MAX_ATTRIBUTES },
    );
  const pairs = entries.flatMap((entry) => {
    const contact = contacts.get(entry.number.e164);
    return contact === undefined ? [] : [{ contact, entry }];
  });
  const existingIds = pairs.filter(({ contact }) => !contact.created).map(({ contact }) => contact.id);
  const needsStates =
    job.settings.consents !== undefined ||
    entries.some(({ consents }) => consents.some(({ isExported }) => isExported));
  const states =
    existingIds.length === 0 || !needsStates
      ? new Map<string, ConsentStates>()
      : await readCurrentConsents(tx, job.ctx, existingIds);
  const rows = pairs.flatMap((pair) => ledgerRows(job, pair, states.get(pair.contact.id)));
  if (rows.length > 0) await tx.all(insertConsents(rows));
  const suppressed = await suppressExported(
    tx,
    job,
    pairs.map(({ entry }) => entry),
  );
  const created = pairs.length - existingIds.length;
  return { created, consents: rows.length, suppressed, contacts: pairs, overLimit };
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
