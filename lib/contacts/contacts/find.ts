import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { indexer, newSubjects } from "@/lib/platform/crypto";
import { db, freshPlans, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { type ParsedNumber, parseNumber } from "./number";
import { contactRow, insertContacts } from "./row";

type Where = Pick<Ctx, "workspaceId" | "environment">;
type Who = Pick<Ctx, "workspaceId" | "environment" | "now">;

const contactsOf = ({ workspaceId, environment }: Where) =>
  db.selectFrom("contacts").where("workspace_id", "=", workspaceId).where("environment", "=", environment);

/** What a reference in a path stands for: a contact's id, or a number and its keyed hash. */
export type Ref = { id: string } | { number: ParsedNumber; hash: Buffer };

/** Reads a reference. Throws `not_found` for a number that is none. */
export async function refOf({ workspaceId }: Pick<Where, "workspaceId">, ref: string): Promise<Ref> {
  if (!ref.startsWith("+")) return { id: ref };
  const parsed = parseNumber(ref);
  if (!parsed.ok) throw notFound();
  return { number: parsed.number, hash: (await indexer(workspaceId)).hash("number", parsed.number.e164) };
}

/** The query of one contact by what `refOf` answers, without columns yet. */
export const selectByRef = (where: Where, ref: Ref) =>
  "id" in ref
    ? contactsOf(where).where("id", "=", ref.id)
    : contactsOf(where).where("number_hash", "=", ref.hash);

/** A contact of this environment by id or number: its id and the keyed hash of its number. Throws `not_found`. */
export async function findContact(
  ctx: Where & Pick<Ctx, "db">,
  ref: string,
): Promise<{ id: string; hash: Buffer }> {
  const row = await ctx.db.one(selectByRef(ctx, await refOf(ctx, ref)).select(["id", "number_hash"]));
  if (row === undefined) throw notFound();
  return { id: row.id, hash: row.number_hash };
}

/** A contact by what a caller needs of one, and whether it was made just now. */
export type FoundContact = { id: string; hash: Buffer; created: boolean };

/** Ids by the number's hash in hex. */
async function idsOf(tx: Tx, ctx: Where, hexes: readonly string[]): Promise<Map<string, string>> {
  if (hexes.length === 0) return new Map();
  const hashes = hexes.map((hex) => Buffer.from(hex, "hex"));
  const rows = await tx.all(
    contactsOf(ctx)
      .select(["id", "number_hash"])
      .where("number_hash", "=", sql<Buffer>`any(${hashes}::bytea[])`),
  );
  return new Map(rows.map((row) => [row.number_hash.toString("hex"), row.id]));
}

/** Makes contacts with their keys; one that somebody else made at the same time is left out of the answer. */
async function make(
  tx: Tx,
  ctx: Who,
  wanted: readonly (readonly [string, ParsedNumber])[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const now = ctx.now();
  const numbers = new Map(wanted.map((one) => [newId("ctc", Date.parse(now)), one]));
  const subjects = await newSubjects(ctx.workspaceId, [...numbers.keys()], now);
  const rows = [...numbers].flatMap(([id, [hex, number]]) => {
    const sealer = subjects.sealers.get(id);
    return sealer === undefined
      ? []
      : [contactRow(ctx, { id, hash: Buffer.from(hex, "hex"), sealer, number })];
  });
  const made = await tx.all(insertContacts(rows));
  if (made.length > 0) await tx.all(subjects.insert(made.map(({ id }) => id)));
  return new Map(made.map((row) => [row.number_hash.toString("hex"), row.id]));
}

/**
 * The contacts of these numbers, by E.164; those that are none yet are made, with their keys. Five statements at most,
 * however many there are; two that want one number at once get one contact. It runs in the caller's transaction, whose
 * audit events tell of those that are `created`.
 */
export async function contactsFor(
  tx: Tx,
  ctx: Who,
  numbers: readonly ParsedNumber[],
): Promise<Map<string, FoundContact>> {
  if (numbers.length > 1) await tx.all(freshPlans);
  const { hash } = await indexer(ctx.workspaceId);
  // Sorted, so that two who make the same contacts wait for each other and never in a circle.
  const wanted = numbers
    .map((number) => [hash("number", number.e164).toString("hex"), number] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const distinct = [...new Map(wanted)];
  const known = await idsOf(
    tx,
    ctx,
    distinct.map(([hex]) => hex),
  );
  const missing = distinct.filter(([hex]) => !known.has(hex));
  const made = await make(tx, ctx, missing);
  const late = await idsOf(
    tx,
    ctx,
    missing.flatMap(([hex]) => (made.has(hex) ? [] : [hex])),
  );
  return new Map(
    distinct.map(([hex, { e164 }]) => {
      const id = known.get(hex) ?? made.get(hex) ?? late.get(hex);
      if (id === undefined) throw new AppError("unavailable", "A contact was deleted meanwhile. Try again.");
      return [e164, { id, hash: Buffer.from(hex, "hex"), created: made.has(hex) }];
    }),
  );
}
