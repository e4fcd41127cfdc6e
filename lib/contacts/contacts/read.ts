import { sql } from "kysely";
import { type CountryCode, getCountries } from "libphonenumber-js/max";
import type { Ctx } from "@/lib/platform/context";
import { type Indexer, indexer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { listPage, type Page } from "@/lib/platform/db/page";
import { notFound, validationError } from "@/lib/platform/errors";
import { refOf, selectByRef } from "./find";
import { nameHashes } from "./name";
import { parseNumber } from "./number";
import { COLUMNS, presentContacts } from "./present";
import type { Contact, ListContacts } from "./schema";

/** A contact by id or number. Throws `not_found`. */
export async function readContact(ctx: Ctx, ref: string): Promise<Contact> {
  const row = await ctx.db.one(selectByRef(ctx, await refOf(ctx, ref)).select(COLUMNS));
  const [contact] = await presentContacts(ctx, row === undefined ? [] : [row]);
  if (contact === undefined) throw notFound();
  return contact;
}

/** Digits and the signs between them, at least as many as the shortest number has. */
const LIKE_A_NUMBER = /^[+＋]?[\d\s()./-]{5,}$/;

/** Every number that these digits may stand for: with their calling code, or as any country writes its own. */
function readings(q: string): string[] {
  const all = [q, `+${q.replace(/\D/g, "")}`].map((text) => parseNumber(text));
  const national = q.startsWith("+") ? [] : getCountries().map((c: CountryCode) => parseNumber(q, c));
  return [...new Set([...all, ...national].flatMap((read) => (read.ok ? [read.number.e164] : [])))];
}

const noWords = () =>
  validationError([
    {
      in: "query",
      pointer: "/q",
      code: "no_words",
      message: "Search for a whole number, or for words of a name.",
    },
  ]);

/** What `q` finds: whole numbers by their hashes, or names that have all of the words. */
function matching(index: Indexer, q: string) {
  const text = q.trim();
  if (LIKE_A_NUMBER.test(text)) {
    const hashes = readings(text).map((e164) => index.hash("number", e164));
    return sql<boolean>`contacts.number_hash = any(${hashes}::bytea[])`;
  }
  const words = nameHashes(index, text);
  if (words.length === 0) throw noWords();
  return sql<boolean>`contacts.name_hashes @> ${words}::bigint[]`;
}

/** Whether something suppresses the contact now. */
const suppressedAt = (now: string) => sql<boolean>`exists (
  select 1 from suppressions s
  where s.workspace_id = contacts.workspace_id and s.environment = contacts.environment
    and s.contact_hash = contacts.number_hash and (s.expires_at is null or s.expires_at > ${now}::timestamptz))`;

/** Contacts of this environment, newest first. Throws 400 where `q` holds nothing to look for. */
export async function listContacts(
  ctx: Ctx,
  { q, suppressed, ...page }: ListContacts,
): Promise<Page<Contact>> {
  let contacts = db
    .selectFrom("contacts")
    .select(COLUMNS)
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment);
  if (q !== undefined) contacts = contacts.where(matching(await indexer(ctx.workspaceId), q));
  if (suppressed === "true") contacts = contacts.where(suppressedAt(ctx.now()));
  if (suppressed === "false") contacts = contacts.where(sql<boolean>`not ${suppressedAt(ctx.now())}`);
  const { data, ...rest } = await listPage(ctx, contacts, page);
  return { ...rest, data: await presentContacts(ctx, data) };
}
