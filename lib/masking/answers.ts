import { findDateTimeRanges, type TokenRange } from "./dates";
import { type DigitRun, findDigitRuns, isDigitToken, type Lattice, runReadings } from "./lattice";
import type { MaskVariable } from "./turn";

/** The part of an answer that reveals the value: ranges of tokens, or the whole turn. */
export type AnswerDisclosure = { whole: true } | { whole: false; ranges: TokenRange[] };

/** The value of an answer's variable, and where the search found it. */
export type AnswerFacts = {
  /** The final value; null or undefined if the model extracted none. */
  value: string | number | boolean | null | undefined;
  /** Whether the final value was found in this turn (`here`), or in any caller turn (`anywhere`). */
  isInTurn: boolean;
  anywhere: boolean;
};

/** Whether a text has only words that reveal nothing about a person ("sorry, what was that?"). */
export function isSmallTalk(lattice: Lattice): boolean {
  return lattice.tokens.every(
    (token, at) => token.kind === "punct" || (token.info?.smallTalk === true && !isDigitToken(lattice, at)),
  );
}

const hasLetters = (value: AnswerFacts["value"]): boolean =>
  typeof value === "string" && /\p{L}/u.test(value);
const hasCorrection = (lattice: Lattice): boolean => lattice.tokens.some((token) => token.info?.correction);

/** Every word that is not small talk. */
function tellingWords(lattice: Lattice): TokenRange[] {
  const ranges: TokenRange[] = [];
  for (const [at, token] of lattice.tokens.entries()) {
    if (token.kind === "punct" || (token.info?.smallTalk && !isDigitToken(lattice, at))) continue;
    ranges.push({ from: at, to: at + 1 });
  }
  return ranges;
}

const WHOLE: AnswerDisclosure = { whole: true };
const some = (ranges: readonly (TokenRange | DigitRun)[]): AnswerDisclosure => ({
  whole: false,
  ranges: ranges.map(({ from, to }) => ({ from, to })),
});

/**
 * Finds the part of an answer that belongs to its variable: digits, words for a date or time, or the words of a text.
 * An answer to a boolean or choice is masked whole, and so is an answer whose value was extracted but not found.
 */
export function findAnswerDisclosure(
  variable: MaskVariable,
  lattice: Lattice,
  facts: AnswerFacts,
): AnswerDisclosure {
  if (variable.type === "boolean" || variable.type === "choice") return WHOLE;
  // Without a value, any of the words may be sensitive.
  if (facts.value === null || facts.value === undefined) return unlessSmallTalk(lattice, false);
  const runs = findDigitRuns(lattice);
  const lost = !facts.anywhere;
  if (variable.type === "date" || variable.type === "time") {
    const when = findDateTimeRanges(lattice);
    if (when.length > 0) return some(when);
    return lost || !isSmallTalk(lattice) ? unlessSmallTalk(lattice, lost) : some([]);
  }
  if (lost) return WHOLE;
  if (variable.type === "number" || variable.type === "phone") return some(runs);
  return givenAsText(lattice, facts, runs);
}

const unlessSmallTalk = (lattice: Lattice, lost: boolean): AnswerDisclosure =>
  isSmallTalk(lattice) && !lost ? some([]) : WHOLE;

/** The same for free text and e-mail addresses, where other words may be an earlier attempt at the value. */
function givenAsText(lattice: Lattice, facts: AnswerFacts, runs: readonly DigitRun[]): AnswerDisclosure {
  const digitsOnly = typeof facts.value === "string" && !hasLetters(facts.value);
  if (digitsOnly) return some(runs);
  if (facts.isInTurn && hasCorrection(lattice)) return some([...runs, ...tellingWords(lattice)]);
  // Numbers next to a found name ("Jane, and two rooms") belong to other variables.
  if (facts.isInTurn) return some(hasDigits(facts.value) ? runs : []);
  return isSmallTalk(lattice) ? some([]) : WHOLE;
}

/**
 * Finds earlier attempts at the value in an answer, to search for them in the agent's read-backs: digits, dates and
 * times, or the words without small talk. `here` is true if the final value is in this answer.
 */
export function findCandidates(
  variable: MaskVariable,
  lattice: Lattice,
  value: AnswerFacts["value"],
  isInTurn: boolean,
): string[] {
  if (variable.type === "boolean" || variable.type === "choice") return [];
  if (variable.type === "date" || variable.type === "time") {
    return findDateTimeRanges(lattice)
      .map((range) => textBetween(lattice, range))
      .filter(hasLongWord);
  }
  const isText = variable.type === "string" || variable.type === "email";
  if (isText && isInTurn && !hasDigits(value)) return [];
  const candidates = findDigitRuns(lattice)
    .flatMap((run) => runReadings(lattice, run))
    .filter((digits) => digits.length >= CANDIDATE_DIGITS_MIN);
  const words = isText && !isInTurn && (value === null || value === undefined || hasLetters(value));
  const distinct = [...new Set(candidates)].slice(0, CANDIDATES_MAX);
  return words ? [...distinct, ...tellingStretch(lattice)] : distinct;
}

/** Most attempts at a value in one answer. */
const CANDIDATES_MAX = 24;

/** Shorter runs of digits occur everywhere by chance. Their read-back is found by its context. */
const CANDIDATE_DIGITS_MIN = 3;

const hasDigits = (value: AnswerFacts["value"]): boolean => /\p{N}/u.test(String(value));

/** The text from the first to the last word that is not small talk, if it is short enough for a name. */
function tellingStretch(lattice: Lattice): string[] {
  const telling = tellingWords(lattice);
  const from = telling[0]?.from ?? 0;
  const to = telling.at(-1)?.to ?? 0;
  return to > from && to - from <= MAX_CANDIDATE_TOKENS ? [textBetween(lattice, { from, to })] : [];
}

/** A longer text is a sentence, not a name or address that an agent reads back. */
const MAX_CANDIDATE_TOKENS = 12;
/** A date needs a word of this length ("tomorrow", "next Tuesday"). A shorter one ("at 2") matches by chance. */
const LONG_WORD = 6;

const hasLongWord = (text: string): boolean => new RegExp(`\\p{L}{${LONG_WORD}}`, "u").test(text);

const textBetween = (lattice: Lattice, { from, to }: TokenRange): string =>
  lattice.text.slice(lattice.tokens[from]?.start ?? 0, lattice.tokens[to - 1]?.end ?? 0);
