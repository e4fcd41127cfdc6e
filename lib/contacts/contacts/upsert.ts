import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { type Indexer, indexer, newSubjects, type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { nameHashes } from "./name";
import type { ParsedNumber } from "./number";
import { attributesOf, COLUMNS, type ContactRow } from "./present";
import { contactPlace, contactRow, insertContacts, sealAttributes, sealName } from "./row";
import { type Attributes, MAX_ATTRIBUTES } from "./schema";

type Who = Pick<Ctx, "workspaceId" | "environment" | "now">;

/** What is known of somebody; what is left out says nothing of what is known already. */
export type KnownPerson = {
  number: ParsedNumber;
  name?: string;
  timezone?: string;
  attributes: Attributes;
};
/** A contact with the key under which more of them is sealed. */
export type UpsertedContact = { id: string; sealer: Sealer; created: boolean };

type Wanted = { hex: string; hash: Buffer; person: KnownPerson };
type Found = Map<string, UpsertedContact>;

const rowsOf = (tx: Tx, ctx: Who, wanted: readonly Wanted[]): Promise<ContactRow[]> =>
  tx.all(
    db
      .selectFrom("contacts")
      .select(COLUMNS)
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("number_hash", "=", sql<Buffer>`any(${wanted.map(({ hash }) => hash)}::bytea[])`)
      .orderBy("number_hash")
      .forUpdate(),
  );

async function insertNew(tx: Tx, ctx: Who, index: Indexer, wanted: readonly Wanted[]): Promise<Found> {
  if (wanted.length === 0) return new Map();
  const now = ctx.now();
  const ids = wanted.map(() => newId("ctc", Date.parse(now)));
  const subjects = await newSubjects(ctx.workspaceId, ids, now);
  const rows = wanted.flatMap(({ hash, person }, i) => {
    const id = ids[i];
    const sealer = id === undefined ? undefined : subjects.sealers.get(id);
    if (id === undefined || sealer === undefined) return [];
    const { number, name = null, timezone = null, attributes } = person;
    const nameWords = nameHashes(index, name);
    return [contactRow(ctx, { id, hash, sealer, number, name, nameWords, attributes, timezone })];
  });
  const made = await tx.all(insertContacts(rows));
  if (made.length > 0) await tx.all(subjects.insert(made.map(({ id }) => id)));
  return new Map(
    made.flatMap(({ id, number_hash }) => {
      const sealer = subjects.sealers.get(id);
      return sealer === undefined
        ? []
        : [[number_hash.toString("hex"), { id, sealer, created: true }] as const];
    }),
  );
}

const hexOf = (bytes: Buffer | null): string | null =>
  bytes === null ? null : `\\x${bytes.toString("hex")}`;

/** What a contact's row gains of what is known now: null for each column that stays. */
function gainOf(row: ContactRow, sealer: Sealer, index: Indexer, person: KnownPerson) {
  const { id } = row;
  const before = row.name === null ? null : sealer.openText(contactPlace(id, "name"), row.name);
  const name = person.name !== undefined && person.name !== before ? person.name : null;
  const zone =
    person.timezone !== undefined && (person.timezone !== row.timezone || row.timezone_source !== "given");
  const known = attributesOf(row, sealer);
  const attributes = { ...known, ...person.attributes };
  const more = JSON.stringify(attributes) !== JSON.stringify(known);
  return {
    full: Object.keys(attributes).length > MAX_ATTRIBUTES,
    changed: name !== null || zone || more,
    row: {
      id,
      name: hexOf(sealName(sealer, id, name)),
      name_hashes: name === null ? null : nameHashes(index, name),
      timezone: zone ? person.timezone : null,
      timezone_source: zone ? "given" : null,
      attributes: more ? hexOf(sealAttributes(sealer, id, attributes)) : null,
    },
  };
}

/** Writes what rows gained; a null leaves what is there. */
function writeGains(ctx: Who, gains: readonly ReturnType<typeof gainOf>["row"][]) {
  const given = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::contacts, ${JSON.stringify(gains)}::jsonb)`;
  const or = (column: string) => sql<never>`coalesce(${sql.ref(`r.${column}`)}, ${sql.ref(`c.${column}`)})`;
  return db
    .updateTable("contacts as c")
    .from(given.as("r"))
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

const gone = () => new AppError("unavailable", "A contact was deleted meanwhile. Try again.");

/** Those of the wanted that are contacts already, with what is known now; and which would have too many attributes. */
async function updateKnown(
  tx: Tx,
  ctx: Who,
  index: Indexer,
  wanted: readonly Wanted[],
): Promise<{ found: Found; full: string[] }> {
  if (wanted.length === 0) return { found: new Map(), full: [] };
  const rows = await rowsOf(tx, ctx, wanted);
  const sealers = await subjectSealers(
    ctx.workspaceId,
    rows.map(({ id }) => id),
  );
  const people = new Map(wanted.map(({ hex, person }) => [hex, person]));
  const found: Found = new Map();
  const full: string[] = [];
  const gains = rows.flatMap((row) => {
    const hex = row.number_hash.toString("hex");
    const [sealer, person] = [sealers.get(row.id), people.get(hex)];
    if (sealer === undefined || person === undefined) throw gone();
    found.set(hex, { id: row.id, sealer, created: false });
    const gain = gainOf(row, sealer, index, person);
    if (gain.full) full.push(person.number.e164);
    return gain.changed ? [gain.row] : [];
  });
  if (gains.length > 0 && full.length === 0) await tx.all(writeGains(ctx, gains));
  return { found, full };
}

/**
 * Makes contacts of these people, or adds to what is known of those that are contacts: name and zone replace, attributes
 * merge. Numbers are distinct. Seven statements at most, however many there are. `contacts` is by E.164; `full` names the
 * numbers whose contacts would have more attributes than they may, and then the caller rolls back.
 */
export async function upsertContacts(
  tx: Tx,
  ctx: Who,
  people: readonly KnownPerson[],
): Promise<{ contacts: Map<string, UpsertedContact>; full: string[] }> {
  const index = await indexer(ctx.workspaceId);
  // Sorted, so that two who make the same contacts wait for each other and never in a circle.
  const wanted = people
    .map((person): Wanted => {
      const hash = index.hash("number", person.number.e164);
      return { hex: hash.toString("hex"), hash, person };
    })
    .sort((a, b) => (a.hex < b.hex ? -1 : 1));
  const over = people.filter(({ attributes }) => Object.keys(attributes).length > MAX_ATTRIBUTES);
  const known = await updateKnown(tx, ctx, index, wanted);
  const missing = wanted.filter(({ hex }) => !known.found.has(hex));
  const made = await insertNew(tx, ctx, index, missing);
  // Made by somebody else between the two statements.
  const late = await updateKnown(
    tx,
    ctx,
    index,
    missing.filter(({ hex }) => !made.has(hex)),
  );
  const contacts = new Map(
    wanted.map(({ hex, person }) => {
      const contact = known.found.get(hex) ?? made.get(hex) ?? late.found.get(hex);
      if (contact === undefined) throw gone();
      return [person.number.e164, contact];
    }),
  );
  return { contacts, full: [...over.map(({ number }) => number.e164), ...known.full, ...late.full] };
}
