import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import {
  createSubjectKeys,
  type Indexer,
  type Sealer,
  subjectSealers,
  workspaceIndexer,
} from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { hashNameWords } from "./name-hashes";
import type { ParsedNumber } from "./phone-number";
import { attributesOf, CONTACT_COLUMNS, type ContactRow } from "./present-contacts";
import { buildContactRow, contactFieldRef, insertContacts, sealAttributes, sealName } from "./row";
import type { Attributes } from "./schema";
import { MAX_ATTRIBUTES } from "./values";

type UpsertScope = Pick<Ctx, "workspaceId" | "environment" | "now">;

/** The data of a contact to create or update. Missing fields leave the stored values unchanged. */
export type ContactInput = {
  number: ParsedNumber;
  name?: string;
  timezone?: string;
  attributes: Attributes;
};
/** A contact with the sealer for more of its data. */
export type UpsertedContact = { id: string; sealer: Sealer; created: boolean };

type RequestedContact = { hex: string; hash: Buffer; person: ContactInput };
type UpsertedByHash = Map<string, UpsertedContact>;

const lockRows = (tx: Tx, ctx: UpsertScope, requested: readonly RequestedContact[]): Promise<ContactRow[]> =>
  tx.all(
    db
      .selectFrom("contacts")
      .select(CONTACT_COLUMNS)
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("number_hash", "=", sql<Buffer>`any(${requested.map(({ hash }) => hash)}::bytea[])`)
      .orderBy("number_hash")
      .forNoKeyUpdate(),
  );

async function insertNew(
  tx: Tx,
  ctx: UpsertScope,
  index: Indexer,
  requested: readonly RequestedContact[],
): Promise<UpsertedByHash> {
  if (requested.length === 0) return new Map();
  const now = ctx.now();
  const ids = requested.map(() => newId("ctc", Date.parse(now)));
  const subjects = await createSubjectKeys(ctx.workspaceId, ids, now);
  const rows = requested.flatMap(({ hash, person }, i) => {
    const id = ids[i];
    const sealer = id === undefined ? undefined : subjects.sealers.get(id);
    if (id === undefined || sealer === undefined) return [];
    const { number, name = null, timezone = null, attributes } = person;
    const nameWords = hashNameWords(index, name);
    return [buildContactRow(ctx, { id, hash, sealer, number, name, nameWords, attributes, timezone })];
  });
  const inserted = await tx.all(insertContacts(rows));
  if (inserted.length > 0) await tx.all(subjects.insert(inserted.map(({ id }) => id)));
  return new Map(
    inserted.flatMap(({ id, number_hash }) => {
      const sealer = subjects.sealers.get(id);
      return sealer === undefined
        ? []
        : [[number_hash.toString("hex"), { id, sealer, created: true }] as const];
    }),
  );
}

const hasTooMany = ({ attributes }: Pick<ContactInput, "attributes">): boolean =>
  Object.keys(attributes).length > MAX_ATTRIBUTES;

const hexOf = (bytes: Buffer | null): string | null =>
  bytes === null ? null : `\\x${bytes.toString("hex")}`;

/** Computes the new column values of an existing contact; null for an unchanged column. */
function computeUpdate(row: ContactRow, sealer: Sealer, index: Indexer, person: ContactInput) {
  const { id } = row;
  const before = row.name === null ? null : sealer.openText(contactFieldRef(id, "name"), row.name);
  const name = person.name !== undefined && person.name !== before ? person.name : null;
  const zone =
    person.timezone !== undefined && (person.timezone !== row.timezone || row.timezone_source !== "provided");
  const storedAttributes = attributesOf(row, sealer);
  const attributes = { ...storedAttributes, ...person.attributes };
  const more = JSON.stringify(attributes) !== JSON.stringify(storedAttributes);
  return {
    overLimit: hasTooMany({ attributes }),
    changed: name !== null || zone || more,
    row: {
      id,
      name: hexOf(sealName(sealer, id, name)),
      name_hashes: name === null ? null : hashNameWords(index, name),
      timezone: zone ? person.timezone : null,
      timezone_source: zone ? "provided" : null,
      attributes: more ? hexOf(sealAttributes(sealer, id, attributes)) : null,
    },
  };
}

/** Writes the new column values; null leaves a column unchanged. */
function updateStatement(ctx: UpsertScope, updates: readonly ReturnType<typeof computeUpdate>["row"][]) {
  const newValues = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::contacts, ${JSON.stringify(updates)}::jsonb)`;
  const or = (column: string) => sql<never>`coalesce(${sql.ref(`r.${column}`)}, ${sql.ref(`c.${column}`)})`;
  return db
    .updateTable("contacts as c")
    .from(newValues.as("r"))
    .set({
      name: or("name"),
      name_hashes: or("name_hashes"),
      timezone: or("timezone"),
      timezone_source: or("timezone_source"),
      attributes: or("attributes"),
      updated_at: ctx.now(),
    })
    .where("c.workspace_id", "=", ctx.workspaceId)
    .whereRef("c.id", "=", sql.ref("r.id"));
}

const deletedMeanwhileError = () => new AppError("contact_deleted_during_request");

/** Updates the requested contacts that already exist. `overLimit` are the numbers with too many attributes. */
async function updateExisting(
  tx: Tx,
  ctx: UpsertScope,
  index: Indexer,
  requested: readonly RequestedContact[],
): Promise<{ contacts: UpsertedByHash; overLimit: string[] }> {
  if (requested.length === 0) return { contacts: new Map(), overLimit: [] };
  const rows = await lockRows(tx, ctx, requested);
  const sealers = await subjectSealers(
    ctx.workspaceId,
    rows.map(({ id }) => id),
  );
  const people = new Map(requested.map(({ hex, person }) => [hex, person]));
  const contactsByHash: UpsertedByHash = new Map();
  const overLimit: string[] = [];
  const updates = rows.flatMap((row) => {
    const hex = row.number_hash.toString("hex");
    const [sealer, person] = [sealers.get(row.id), people.get(hex)];
    if (sealer === undefined || person === undefined) throw deletedMeanwhileError();
    contactsByHash.set(hex, { id: row.id, sealer, created: false });
    const update = computeUpdate(row, sealer, index, person);
    if (update.overLimit) overLimit.push(person.number.e164);
    return update.changed ? [update.row] : [];
  });
  if (updates.length > 0 && overLimit.length === 0) await tx.all(updateStatement(ctx, updates));
  return { contacts: contactsByHash, overLimit };
}

/**
 * Creates or updates contacts: name and time zone replace the stored ones, attributes merge. The numbers are distinct.
 * Uses at most seven statements for any number of contacts. `contacts` is by E.164. `overLimit` are the numbers whose
 * contacts would have too many attributes: nothing was written then, and the caller leaves them out, or rolls back.
 */
export async function upsertContacts(
  tx: Tx,
  ctx: UpsertScope,
  people: readonly ContactInput[],
): Promise<{ contacts: Map<string, UpsertedContact>; overLimit: string[] }> {
  const index = await workspaceIndexer(ctx.workspaceId);
  // Sorted, so that concurrent transactions that create the same contacts cannot deadlock.
  const requested = people
    .map((person): RequestedContact => {
      const hash = index.hash("number", person.number.e164);
      return { hex: hash.toString("hex"), hash, person };
    })
    .sort((a, b) => (a.hex < b.hex ? -1 : 1));
  const over = people.filter(hasTooMany).map(({ number }) => number.e164);
  if (over.length > 0) return { contacts: new Map(), overLimit: over };
  const existing = await updateExisting(tx, ctx, index, requested);
  if (existing.overLimit.length > 0) return { contacts: new Map(), overLimit: existing.overLimit };
  const missing = requested.filter(({ hex }) => !existing.contacts.has(hex));
  const inserted = await insertNew(tx, ctx, index, missing);
  // Another transaction created these between the two statements.
  const concurrent = await updateExisting(
    tx,
    ctx,
    index,
    missing.filter(({ hex }) => !inserted.has(hex)),
  );
  const contacts = new Map(
    requested.map(({ hex, person }) => {
      const contact = existing.contacts.get(hex) ?? inserted.get(hex) ?? concurrent.contacts.get(hex);
      if (contact === undefined) throw deletedMeanwhileError();
      return [person.number.e164, contact];
    }),
  );
  return { contacts, overLimit: concurrent.overLimit };
}
