import { sql } from "kysely";
import {
  groupConsentStates,
  mergeSuppressions,
  selectCurrentConsents,
  selectSuppressions,
  unknownConsents,
} from "@/lib/contacts/consent";
import type { ConsentStates, Suppression } from "@/lib/contacts/consent/schema";
import type { Ctx } from "@/lib/platform/context";
import { SealError, type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { contactFieldRef } from "./row";
import type { Attributes, Contact } from "./schema";

export const CONTACT_COLUMNS = [
  "id",
  "number_hash",
  "number",
  "name",
  "attributes",
  "timezone",
  "timezone_source",
  "region",
  "legal_hold",
  "revision",
  "created_at",
] as const;

/** A contact's row. Only this module writes it, so its columns hold valid values. */
export type ContactRow = {
  id: string;
  number_hash: Buffer;
  number: Buffer;
  name: Buffer | null;
  attributes: Buffer | null;
  timezone: string | null;
  timezone_source: string | null;
  region: string | null;
  legal_hold: string | null;
  revision: string;
  created_at: string;
};

export function attributesOf({ id, attributes }: ContactRow, sealer: Sealer): Attributes {
  return attributes === null
    ? {}
    : (JSON.parse(sealer.openText(contactFieldRef(id, "attributes"), attributes)) as Attributes);
}

type ContactState = { consent: ConsentStates; suppression: Suppression | null };

/** Converts a row to the API's contact. `sealer` is the contact's. */
export const toContact = (
  row: ContactRow,
  sealer: Sealer,
  { consent, suppression }: ContactState,
): Contact => ({
  id: row.id,
  phone: sealer.openText(contactFieldRef(row.id, "number"), row.number),
  name: row.name === null ? null : sealer.openText(contactFieldRef(row.id, "name"), row.name),
  timezone: row.timezone,
  timezone_source: row.timezone_source as Contact["timezone_source"],
  region: row.region,
  attributes: attributesOf(row, sealer),
  suppression,
  consent,
  legal_hold: row.legal_hold,
  revision: row.revision,
  created_at: row.created_at,
});

/** Selects the rows of contacts of this environment by ID. */
export const selectContactRows = (ctx: Ctx, ids: readonly string[]) =>
  db
    .selectFrom("contacts")
    .select(CONTACT_COLUMNS)
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment)
    .where("id", "=", sql<string>`any(${ids}::text[])`);

/**
 * Reads a contact's row and key again. An erasure has replaced both, after this process had read the row or had cached the
 * key, which it drops when it cannot open a value.
 */
async function readAgain(ctx: Ctx, id: string): Promise<[ContactRow, Sealer] | null> {
  const row = await ctx.db.first(selectContactRows(ctx, [id]));
  const sealer = (await subjectSealers(ctx.workspaceId, [id])).get(id);
  return row === undefined || sealer === undefined ? null : [row, sealer];
}

/**
 * Converts rows to the API's contacts, with their consents and suppressions. Needs two round trips for any number of
 * rows. Leaves out contacts whose key was destroyed in the meantime.
 */
export async function presentContacts(ctx: Ctx, rows: readonly ContactRow[]): Promise<Contact[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const hashes = rows.map(({ number_hash }) => number_hash);
  const [sealers, [consents, suppressed]] = await Promise.all([
    subjectSealers(ctx.workspaceId, ids),
    ctx.db.batch(selectCurrentConsents(ctx, ids), selectSuppressions(ctx, hashes, ctx.now())),
  ]);
  const states = groupConsentStates(ids, consents);
  const suppressions = mergeSuppressions(suppressed);
  const presentRow = (row: ContactRow, sealer: Sealer): Contact => {
    const consent = states.get(row.id) ?? unknownConsents();
    const suppression = suppressions.get(row.number_hash.toString("hex")) ?? null;
    return toContact(row, sealer, { consent, suppression });
  };
  const contacts: Contact[] = [];
  for (const row of rows) {
    const sealer = sealers.get(row.id);
    if (sealer === undefined) continue;
    try {
      contacts.push(presentRow(row, sealer));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      const current = await readAgain(ctx, row.id);
      if (current !== null) contacts.push(presentRow(...current));
    }
  }
  return contacts;
}
