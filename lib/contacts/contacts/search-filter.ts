import { sql } from "kysely";
import { type CountryCode, getCountries } from "libphonenumber-js/max";
import type { Indexer } from "@/lib/platform/crypto";
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

/** The filter for `q`: whole numbers by their hashes, or names with all of the words. Null if `q` has no word. */
export function buildSearchFilter(index: Indexer, q: string) {
  const hashes = hashPossibleNumbers(index, q);
  if (hashes !== null) return sql<boolean>`contacts.number_hash = any(${hashes}::bytea[])`;
  const words = hashNameWords(index, q);
  return words.length === 0 ? null : sql<boolean>`contacts.name_hashes @> ${words}::bigint[]`;
}
