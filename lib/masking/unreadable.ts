import { createHmac, randomBytes } from "node:crypto";
import { primaryLanguage } from "@/lib/platform/primary-language";
import { isForeign } from "./foreign";
import type { Values } from "./turn";

/**
 * Languages that masking, card detection, recording refusals, opt-outs and read-backs have a lexicon for, by primary
 * language subtag (BCP 47). A language joins this list when all five understand it.
 */
const COVERED_LANGUAGES: ReadonlySet<string> = new Set(["en"]);

/** Whether the privacy code understands a language, given as a BCP 47 tag such as `en-US`. */
export const isCoveredLanguage = (tag: string): boolean => COVERED_LANGUAGES.has(primaryLanguage(tag));

/** Size of the cache: the turns of about a hundred running calls, in 2 MB. */
const MAX_RESULTS = 10_000;
/** A key of this process, so that a digest reveals nothing about its text. */
const SECRET = randomBytes(32);
const resultsByDigest = new Map<string, boolean>();

/** Caches `isForeign`, as each view of a running call asks again for every turn, and a turn of 4 kB takes 1.5 ms. */
function isKnownForeign(text: string): boolean {
  const digest = createHmac("sha256", SECRET).update(text).digest("base64");
  const cached = resultsByDigest.get(digest);
  if (cached !== undefined) return cached;
  const result = isForeign(text);
  const [oldest] = resultsByDigest.keys();
  if (resultsByDigest.size >= MAX_RESULTS && oldest !== undefined) resultsByDigest.delete(oldest);
  resultsByDigest.set(digest, result);
  return result;
}

/** Names of the texts among values that masking cannot read in a conversation in `language` (BCP 47). */
export const findUnreadableValues = (values: Values, language: string): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === "string" && isUnreadable(value, language) ? [name] : [],
  );

/** Whether masking cannot read a text of a conversation in `language` (BCP 47), so that the text must be withheld. */
export const isUnreadable = (text: string, language: string): boolean =>
  !isCoveredLanguage(language) || isKnownForeign(text);
