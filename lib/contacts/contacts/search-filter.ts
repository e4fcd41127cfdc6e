import { type RawBuilder, sql } from "kysely";
import { type CountryCode, getCountries } from "libphonenumber-js/max";
import type { Ctx } from "@/lib/platform/context";
import { type Indexer, workspaceIndexer } from "@/lib/platform/crypto";
import { reader } from "@/lib/platform/db";
import { findIdsByIndex } from "@/lib/platform/db/find-ids-by-index";
import { hashNameWords } from "./name-hashes";
import { parseNumber } from "./phone-number";

/** Digits and separators, at least as many as in the shortest number. */
const LIKE_A_NUMBER = /^[+＋]?[\d\s()./-]{5,}$/;

/** Every E.164 number that these digits can mean: with a calling code, or in any country's national form. */
function possibleNumbers(q: string): string[] {
  const all = [q, `+${q.replace(/\D/g, "")}`].map((text) => parseNumber(text));
  const national = q.startsWith("+") ? [] : getCountries().map((c: CountryCode) => parseNumber(q, c));
  return [...new Set([...all, ...national].flatMap((read) => (read.ok ? [read.number.e164] : [])))];
}

/**
 * The keyed hashes of every number that a search text can mean; null for a text that is not a whole number. The
 * hashes find whole numbers only.
 */
export function hashPossibleNumbers(index: Indexer, q: string): Buffer[] | null {
  const text = q.trim();
  return LIKE_A_NUMBER.test(text) ? possibleNumbers(text).map((e164) => index.hash("number", e164)) : null;
}

/**
 * The filter for `q`: whole numbers by their hashes, or names with all of the words, by the index if few have them. Null if `q` has
 * no word.
 */
export async function findSearchFilter(
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  q: string,
): Promise<RawBuilder<boolean> | null> {
  const index = await workspaceIndexer(workspaceId);
  const hashes = hashPossibleNumbers(index, q);
  if (hashes !== null) return sql<boolean>`contacts.number_hash = any(${hashes}::bytea[])`;
  const words = hashNameWords(index, q);
  if (words.length === 0) return null;
  const ids = await findIdsByIndex(
    { workspaceId, environment, db: reader(workspaceId) },
    { by: "contacts_with_name", words },
  );
  return ids === null
    ? sql<boolean>`contacts.name_hashes @> ${words}::bigint[]`
    : sql<boolean>`contacts.id = any(${ids}::text[])`;
}
