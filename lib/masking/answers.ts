import { type TokenRange, whenRanges } from "./dates";
import { type DigitRun, digitRuns, isDigitMaterial, type Lattice, runReadings } from "./lattice";
import type { MaskVariable } from "./turn";

/** What an answering turn gives away: ranges of tokens, or the whole turn. */
export type Given = { whole: true } | { whole: false; ranges: TokenRange[] };

/** What is known when an answering turn is judged. */
export type AnswerFacts = {
  /** The final value; null or undefined when none was understood. */
  value: string | number | boolean | null | undefined;
  /** Has the final value been found in this turn, or in any caller turn? */
  here: boolean;
  anywhere: boolean;
};

/** Is the turn made only of words that say nothing of a person ("sorry, what was that?")? */
export function isSmallTalk(lattice: Lattice): boolean {
  return lattice.tokens.every(
    (token, at) =>
      token.kind === "punct" || (token.info?.smallTalk === true && !isDigitMaterial(lattice, at)),
  );
}

const hasLetters = (value: AnswerFacts["value"]): boolean =>
  typeof value === "string" && /\p{L}/u.test(value);
const hasCorrection = (lattice: Lattice): boolean => lattice.tokens.some((token) => token.info?.correction);

/** Every word that is not small talk. */
function tellingWords(lattice: Lattice): TokenRange[] {
  const ranges: TokenRange[] = [];
  for (const [at, token] of lattice.tokens.entries()) {
    if (token.kind === "punct" || (token.info?.smallTalk && !isDigitMaterial(lattice, at))) continue;
    ranges.push({ from: at, to: at + 1 });
  }
  return ranges;
}

const WHOLE: Given = { whole: true };
const some = (ranges: readonly (TokenRange | DigitRun)[]): Given => ({
  whole: false,
  ranges: ranges.map(({ from, to }) => ({ from, to })),
});

/**
 * What belongs to the variable in a turn that answers the question for it: the digits said there, the words that
 * name a day or time, the candidate of a text. An answer to yes or no, or to a choice, is masked whole; so is one
 * whose value was understood and is found nowhere.
 */
export function givenIn(variable: MaskVariable, lattice: Lattice, facts: AnswerFacts): Given {
  if (variable.type === "boolean" || variable.type === "choice") return WHOLE;
  // Without a value nothing tells which of the words it would have been.
  if (facts.value === null || facts.value === undefined) return unlessSmallTalk(lattice, false);
  const runs = digitRuns(lattice);
  const lost = !facts.anywhere;
  if (variable.type === "date" || variable.type === "time") {
    const when = whenRanges(lattice);
    if (when.length > 0) return some(when);
    return lost || !isSmallTalk(lattice) ? unlessSmallTalk(lattice, lost) : some([]);
  }
  if (lost) return WHOLE;
  if (variable.type === "number" || variable.type === "phone") return some(runs);
  return givenAsText(lattice, facts, runs);
}

const unlessSmallTalk = (lattice: Lattice, lost: boolean): Given =>
  isSmallTalk(lattice) && !lost ? some([]) : WHOLE;

/** Free text, and e-mail addresses: what is not the value may be an earlier try at it. */
function givenAsText(lattice: Lattice, facts: AnswerFacts, runs: readonly DigitRun[]): Given {
  const digitsOnly = typeof facts.value === "string" && !hasLetters(facts.value);
  if (digitsOnly) return some(runs);
  if (facts.here && hasCorrection(lattice)) return some([...runs, ...tellingWords(lattice)]);
  // A name found in its answer leaves the numbers beside it ("Jane, and two rooms") to others.
  if (facts.here) return some(hasDigits(facts.value) ? runs : []);
  return isSmallTalk(lattice) ? some([]) : WHOLE;
}

/**
 * What an answer said that is not the final value, to be looked for in what the agent said back: digits, days, or
 * the words left of a lead-in. `here` tells that the final value is in this answer.
 */
export function candidates(
  variable: MaskVariable,
  lattice: Lattice,
  value: AnswerFacts["value"],
  here: boolean,
): string[] {
  if (variable.type === "boolean" || variable.type === "choice") return [];
  if (variable.type === "date" || variable.type === "time") {
    return whenRanges(lattice)
      .map((range) => said(lattice, range))
      .filter(hasLongWord);
  }
  const isText = variable.type === "string" || variable.type === "email";
  if (isText && here && !hasDigits(value)) return [];
  const found = digitRuns(lattice)
    .flatMap((run) => runReadings(lattice, run))
    .filter((digits) => digits.length >= CANDIDATE_DIGITS_MIN);
  const words = isText && !here && (value === null || value === undefined || hasLetters(value));
  const distinct = [...new Set(found)].slice(0, CANDIDATES_MAX);
  return words ? [...distinct, ...tellingStretch(lattice)] : distinct;
}

/** More numbers in one answer are not tries at one value. */
const CANDIDATES_MAX = 24;

/** Fewer digits are everywhere; the agent's read-back of them is found by its context. */
const CANDIDATE_DIGITS_MIN = 3;

const hasDigits = (value: AnswerFacts["value"]): boolean => /\p{N}/u.test(String(value));

/** From the first to the last word that is not small talk, if it is short enough for a name. */
function tellingStretch(lattice: Lattice): string[] {
  const telling = tellingWords(lattice);
  const from = telling[0]?.from ?? 0;
  const to = telling.at(-1)?.to ?? 0;
  return to > from && to - from <= MAX_CANDIDATE_TOKENS ? [said(lattice, { from, to })] : [];
}

/** Longer is a sentence, and no name or address that would be read back. */
const MAX_CANDIDATE_TOKENS = 12;
/** "tomorrow", "next Tuesday": a shorter word ("at 2") is found by chance. */
const LONG_WORD = 6;

const hasLongWord = (text: string): boolean => new RegExp(`\\p{L}{${LONG_WORD}}`, "u").test(text);

const said = (lattice: Lattice, { from, to }: TokenRange): string =>
  lattice.text.slice(lattice.tokens[from]?.start ?? 0, lattice.tokens[to - 1]?.end ?? 0);
