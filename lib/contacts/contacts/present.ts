import {
  joinSuppressions,
  noConsent,
  selectCurrentConsents,
  selectSuppressions,
  statesOf,
} from "@/lib/contacts/consent";
import type { ConsentStates, Suppression } from "@/lib/contacts/consent/schema";
import type { Ctx } from "@/lib/platform/context";
import { SealBroken, type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { contactPlace } from "./row";
import type { Attributes, Contact } from "./schema";

export const COLUMNS = [
  "id",
  "number_hash",
  "number",
  "name",
  "attributes",
  "timezone",
  "timezone_source",
  "region",
  "legal_hold",
  "created_at",
] as const;

/** A contact's row. The verbs of this room alone write it, so its parts are what they say. */
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
  created_at: string;
};

export function attributesOf({ id, attributes }: ContactRow, sealer: Sealer): Attributes {
  return attributes === null
    ? {}
    : (JSON.parse(sealer.openText(contactPlace(id, "attributes"), attributes)) as Attributes);
}

type Known = { consent: ConsentStates; suppression: Suppression | null };

/** A contact as it is shown. */
export const toContact = (row: ContactRow, sealer: Sealer, { consent, suppression }: Known): Contact => ({
  id: row.id,
  phone: sealer.openText(contactPlace(row.id, "number"), row.number),
  name: row.name === null ? null : sealer.openText(contactPlace(row.id, "name"), row.name),
  timezone: row.timezone,
  timezone_source: row.timezone_source as Contact["timezone_source"],
  region: row.region,
  attributes: attributesOf(row, sealer),
  suppression,
  consent,
  legal_hold: row.legal_hold,
  created_at: row.created_at,
});

/**
 * Contacts as they are shown, with what the ledger and the suppressions say of them: two round trips, however many
 * there are. One whose key was destroyed meanwhile is left out.
 */
export async function presentContacts(ctx: Ctx, rows: readonly ContactRow[]): Promise<Contact[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const hashes = rows.map(({ number_hash }) => number_hash);
  const [sealers, [consents, suppressed]] = await Promise.all([
    subjectSealers(ctx.workspaceId, ids),
    ctx.db.batch(selectCurrentConsents(ctx, ids), selectSuppressions(ctx, hashes, ctx.now())),
  ]);
  const states = statesOf(ids, consents);
  const suppressions = joinSuppressions(suppressed);
  const shown = (row: ContactRow, sealer: Sealer): Contact => {
    const consent = states.get(row.id) ?? noConsent();
    const suppression = suppressions.get(row.number_hash.toString("hex")) ?? null;
    return toContact(row, sealer, { consent, suppression });
  };
  const contacts: Contact[] = [];
  for (const row of rows) {
    const sealer = sealers.get(row.id);
    if (sealer === undefined) continue;
    try {
      contacts.push(shown(row, sealer));
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      // An erasure elsewhere has replaced the key since this process read it: by now it is forgotten here.
      const anew = (await subjectSealers(ctx.workspaceId, [row.id])).get(row.id);
      if (anew !== undefined) contacts.push(shown(row, anew));
    }
  }
  return contacts;
}
