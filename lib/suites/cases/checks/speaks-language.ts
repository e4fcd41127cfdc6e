import { eld } from "eld/small";
import { primaryLanguage } from "@/lib/platform/primary-language";

/** Shorter turns ("Yes, please.") are words of several languages. */
const MIN_WORDS = 3;
/** By this much another language must lead, on the detector's scale of 0 to 1: related languages share many words. */
const MIN_LEAD = 0.12;
/** Characters of a turn that are read: more do not make the result clearer. */
const MAX_CHARS = 2_000;

/** Codes of the detector that differ from the primary language of a tag. */
const DETECTOR_CODES: Readonly<Record<string, string>> = { nb: "no", nn: "no", fil: "tl" };
const SUPPORTED: ReadonlySet<string> = new Set(Object.values(eld.info().Languages));

export type LanguageVerdict = "expected" | "other" | "undecided";

/**
 * Compares the language of a text with an expected one, by the statistical detector that masking uses (`eld`, 60 languages).
 * `expected` is a BCP 47 tag, of which the primary language counts. A short or ambiguous text, and a language that the detector
 * does not have, is undecided.
 */
export function detectLanguage(text: string, expected: string): LanguageVerdict {
  if ((text.match(/[\p{L}\p{M}]+/gu) ?? []).length < MIN_WORDS) return "undecided";
  const primary = primaryLanguage(expected);
  const language = DETECTOR_CODES[primary] ?? primary;
  const result = eld.detect(text.slice(0, MAX_CHARS));
  if (!SUPPORTED.has(language) || !result.isReliable()) return "undecided";
  if (result.language === language) return "expected";
  const scores = result.getScores();
  return (scores[result.language] ?? 0) - (scores[language] ?? 0) >= MIN_LEAD ? "other" : "undecided";
}

/**
 * Whether turns are in an expected language: no turn is in another one, and at least one turn is in it. Without a turn that can
 * be decided, the result is undecided.
 */
export function speaksLanguage(texts: readonly string[], expected: string): LanguageVerdict {
  const verdicts = texts.map((text) => detectLanguage(text, expected));
  if (verdicts.includes("other")) return "other";
  return verdicts.includes("expected") ? "expected" : "undecided";
}
