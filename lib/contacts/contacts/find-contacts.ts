import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { createSubjectKeys, workspaceIndexer } from "@/lib/platform/crypto";
import { db, replanStatements, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { type ParsedNumber, parseNumber } from "./phone-number";
import { buildContactRow, insertContacts } from "./row";

type TenantScope = Pick<Ctx, "workspaceId" | "environment">;
type CreateScope = Pick<Ctx, "workspaceId" | "environment" | "now">;

const contactsOf = ({ workspaceId, environment }: TenantScope) =>
  db.selectFrom("contacts").where("workspace_id", "=", workspaceId).where("environment", "=", environment);

/** A parsed contact reference of a path: a contact's id, or a number and its keyed hash. */
export type ContactRef = { id: string } | { number: ParsedNumber; hash: Buffer };

/** Parses a contact reference. Throws `not_found` for an invalid number. */
export async function parseContactRef(
  { workspaceId }: Pick<TenantScope, "workspaceId">,
  ref: string,
): Promise<ContactRef> {
  if (!ref.startsWith("+")) return { id: ref };
  const parsed = parseNumber(ref);
  if (!parsed.ok) throw notFound();
  return {
    number: parsed.number,
    hash: (await workspaceIndexer(workspaceId)).hash("number", parsed.number.e164),
  };
}

/** The query of one contact by what `refOf` answers, without columns yet. */
export const selectByRef = (where: TenantScope, ref: ContactRef) =>
  "id" in ref
    ? contactsOf(where).where("id", "=", ref.id)
    : contactsOf(where).where("number_hash", "=", ref.hash);

/** Finds a contact of this environment by id or number. Returns its id and its number's keyed hash. Throws `not_found`. */
export async function findContact(
  ctx: TenantScope & Pick<Ctx, "db">,
  ref: string,
): Promise<{ id: string; hash: Buffer }> {
  const row = await ctx.db.first(
    selectByRef(ctx, await parseContactRef(ctx, ref)).select(["id", "number_hash"]),
  );
  if (row === undefined) throw notFound();
  return { id: row.id, hash: row.number_hash };
}

/** A contact's id and its number's keyed hash. `created` is true if it was just created. */
export type FoundOrCreatedContact = { id: string; hash: Buffer; created: boolean };

/** Reads contact ids by the hex hashes of their numbers. */
async function readIdsByHash(
  tx: Tx,
  ctx: TenantScope,
  hexes: readonly string[],
): Promise<Map<string, string>> {
  if (hexes.length === 0) return new Map();
  const hashes = hexes.map((hex) => Buffer.from(hex, "hex"));
  const rows = await tx.all(
    contactsOf(ctx)
      .select(["id", "number_hash"])
      .where("number_hash", "=", sql<Buffer>`any(${hashes}::bytea[])`),
  );
  return new Map(rows.map((row) => [row.number_hash.toString("hex"), row.id]));
}

/** Creates contacts with their keys. The result lacks contacts that another transaction created at the same time. */
async function insertContactsWithKeys(
  tx: Tx,
  ctx: CreateScope,
  requested: readonly (readonly [string, ParsedNumber])[],
): Promise<Map<string, string>> {
  if (requested.length === 0) return new Map();
  const now = ctx.now();
  const numbers = new Map(requested.map((request) => [newId("ctc", Date.parse(now)), request]));
  const subjects = await createSubjectKeys(ctx.workspaceId, [...numbers.keys()], now);
  const rows = [...numbers].flatMap(([id, [hex, number]]) => {
    const sealer = subjects.sealers.get(id);
    return sealer === undefined
      ? []
      : [buildContactRow(ctx, { id, hash: Buffer.from(hex, "hex"), sealer, number })];
  });
  const inserted = await tx.all(insertContacts(rows));
  if (inserted.length > 0) await tx.all(subjects.insert(inserted.map(({ id }) => id)));
  return new Map(inserted.map((row) => [row.number_hash.toString("hex"), row.id]));
}

/**
 * Finds the contacts of these numbers, by E.164, and creates missing ones with their keys. Uses at most five statements
 * for any number of contacts. Concurrent calls for one number get the same contact. Runs in the caller's transaction,
 * which writes the audit events for contacts that are `created`.
 */
export async function findOrCreateContactsByNumber(
  tx: Tx,
  ctx: CreateScope,
  numbers: readonly ParsedNumber[],
): Promise<Map<string, FoundOrCreatedContact>> {
  if (numbers.length > 1) await tx.all(replanStatements);
  const { hash } = await workspaceIndexer(ctx.workspaceId);
  // Sorted, so that concurrent transactions that create the same contacts cannot deadlock.
  const requested = numbers
    .map((number) => [hash("number", number.e164).toString("hex"), number] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const distinct = [...new Map(requested)];
  const existingIds = await readIdsByHash(
    tx,
    ctx,
    distinct.map(([hex]) => hex),
  );
  const missing = distinct.filter(([hex]) => !existingIds.has(hex));
  const createdIds = await insertContactsWithKeys(tx, ctx, missing);
  const concurrentIds = await readIdsByHash(
    tx,
    ctx,
    missing.flatMap(([hex]) => (createdIds.has(hex) ? [] : [hex])),
  );
  return new Map(
    distinct.map(([hex, { e164 }]) => {
      const id = existingIds.get(hex) ?? createdIds.get(hex) ?? concurrentIds.get(hex);
      if (id === undefined) throw new AppError("contact_deleted_during_request");
      return [e164, { id, hash: Buffer.from(hex, "hex"), created: createdIds.has(hex) }];
    }),
  );
}
