import { sql } from "kysely";
import { type CountryCode, getCountries } from "libphonenumber-js/max";
import type { Ctx } from "@/lib/platform/context";
import { type Indexer, workspaceIndexer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { listPage, type Page } from "@/lib/platform/db/page";
import { notFound, validationError } from "@/lib/platform/errors";
import { parseContactRef, selectByRef } from "./find-contacts";
import { hashNameWords } from "./name-hashes";
import { parseNumber } from "./phone-number";
import { CONTACT_COLUMNS, presentContacts } from "./present-contacts";
import type { Contact, ListContacts } from "./schema";

/** Reads a contact by id or number. Throws `not_found`. */
export async function readContact(ctx: Ctx, ref: string): Promise<Contact> {
  const row = await ctx.db.first(selectByRef(ctx, await parseContactRef(ctx, ref)).select(CONTACT_COLUMNS));
  const [contact] = await presentContacts(ctx, row === undefined ? [] : [row]);
  if (contact === undefined) throw notFound();
  return contact;
}

/** Digits and separators, at least as many as in the shortest number. */
const LIKE_A_NUMBER = /^[+＋]?[\d\s()./-]{5,}$/;

/** Every E.164 number that these digits can mean: with a calling code, or in any country's national form. */
function possibleNumbers(q: string): string[] {
  const all = [q, `+${q.replace(/\D/g, "")}`].map((text) => parseNumber(text));
  const national = q.startsWith("+") ? [] : getCountries().map((c: CountryCode) => parseNumber(q, c));
  return [...new Set([...all, ...national].flatMap((read) => (read.ok ? [read.number.e164] : [])))];
}

const noSearchTermsError = () =>
  validationError([
    {
      in: "query",
      pointer: "/q",
      code: "no_words",
      message: "Search for a whole number, or for words of a name.",
    },
  ]);

/** The filter for `q`: whole numbers by their hashes, or names with all of the words. */
function buildSearchFilter(index: Indexer, q: string) {
  const text = q.trim();
  if (LIKE_A_NUMBER.test(text)) {
    const hashes = possibleNumbers(text).map((e164) => index.hash("number", e164));
    return sql<boolean>`contacts.number_hash = any(${hashes}::bytea[])`;
  }
  const words = hashNameWords(index, text);
  if (words.length === 0) throw noSearchTermsError();
  return sql<boolean>`contacts.name_hashes @> ${words}::bigint[]`;
}

/** SQL condition: a suppression of the contact is in force. */
const isSuppressedAt = (now: string) => sql<boolean>`exists (
  select 1 from suppressions s
  where s.workspace_id = contacts.workspace_id and s.environment = contacts.environment
    and s.contact_hash = contacts.number_hash and (s.expires_at is null or s.expires_at > ${now}::timestamptz))`;

/** Lists the contacts of this environment, newest first. Throws 400 if `q` has neither a number nor words. */
export async function listContacts(
  ctx: Ctx,
  { q, suppressed, ...page }: ListContacts,
): Promise<Page<Contact>> {
  let contacts = db
    .selectFrom("contacts")
    .select(CONTACT_COLUMNS)
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment);
  if (q !== undefined)
    contacts = contacts.where(buildSearchFilter(await workspaceIndexer(ctx.workspaceId), q));
  if (suppressed === "true") contacts = contacts.where(isSuppressedAt(ctx.now()));
  if (suppressed === "false") contacts = contacts.where(sql<boolean>`not ${isSuppressedAt(ctx.now())}`);
  const { data, ...pageInfo } = await listPage(ctx, contacts, page);
  return { ...pageInfo, data: await presentContacts(ctx, data) };
}
