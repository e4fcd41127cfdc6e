import { englishRules, NUMBER_RULES, type Pronunciation, type Rule } from "./english";
import { replaceTracked, type TrackedText, trackText } from "./tracked-text";

export { cardinal } from "./numbers";

/** Maximum text of one turn: ten minutes of speech. The remainder is ignored. */
const MAX_CHARS = 8_000;

/** Flite says letters by the words of its dictionary: alone, "a" would be the article. It reads small numbers itself. */
const FLITE: Pronunciation = {
  letter: (char) => (char.toLowerCase() === "a" ? "ay" : char.toLowerCase()),
  ms: "miz",
};
/** Neural voices say a capital by its name. */
const NEURAL: Pronunciation = { letter: (char) => char.toUpperCase(), ms: "Ms." };

const FLITE_RULES = englishRules(FLITE);
/** The rules of each language by the first part of its tag. */
const NEURAL_RULES: Readonly<Record<string, readonly Rule[]>> = {
  en: [...englishRules(NEURAL), ...NUMBER_RULES],
};
/** Spaces that replacements leave, and marks before them. */
const TIDYING: readonly Rule[] = [
  { pattern: /\s+/g, toSpoken: () => " " },
  { pattern: / (?=[,.;:!?])/g, toSpoken: () => "" },
  { pattern: /,(?=[,.;:!?])/g, toSpoken: () => "" },
  { pattern: /^ | $/g, toSpoken: () => "" },
];

/**
 * A text as it is said, and what each position of it stands for in the text as it is written: `origins` has one more
 * entry than the text, for its end.
 */
export type SpokenForm = TrackedText;

const applied = (text: string, rules: readonly Rule[]): SpokenForm =>
  [...rules, ...TIDYING].reduce(
    (tracked, { pattern, toSpoken }) => replaceTracked(tracked, pattern, toSpoken),
    trackText(text.slice(0, MAX_CHARS)),
  );

/** English text as Flite says it: numbers, dates, times, sums, addresses, codes, initials in words. */
export const spokenByFlite = (text: string): string => applied(text, FLITE_RULES).text;

/** Whether texts of a language (a BCP 47 tag) are converted to words. */
export const hasSpokenForm = (language: string): boolean =>
  NEURAL_RULES[language.split("-")[0]?.toLowerCase() ?? ""] !== undefined;

/**
 * The text for a voice: numbers, dates, times, sums, addresses, codes and initials in words. Texts of a language without
 * rules stay as they are.
 */
export function spokenForm(text: string, language: string): SpokenForm {
  const rules = NEURAL_RULES[language.split("-")[0]?.toLowerCase() ?? ""];
  return rules === undefined ? trackText(text) : applied(text, rules);
}

/** The position in the written text that was heard once the spoken text was heard up to `position`. */
export function writtenPosition(
  { text, origins }: SpokenForm,
  writtenText: string,
  position: number,
): number {
  return position >= text.length ? writtenText.length : (origins[Math.max(0, position)] ?? 0);
}
