import { findDigitRuns, isDigitToken, type Lattice } from "./lattice";
import type { ParsedTurn } from "./parse-turns";
import type { Mark } from "./render";
import { tokenize } from "./tokens";
import type { MaskVariable } from "./turn";

/**
 * The content of withheld turns, which no other turn may repeat: their digits, and the words that only the caller has
 * used so far.
 */
export type WithheldContent = { readonly words: Set<string>; readonly runs: string[] };

export const createWithheldContent = (): WithheldContent => ({ words: new Set(), runs: [] });

const WORD_MIN = 3;

/** The words that an agent uses without having heard them: the names and descriptions of its variables. */
export function agentVocabularyOf(variables: readonly MaskVariable[]): Set<string> {
  const words = new Set<string>();
  for (const { name, description } of variables) {
    for (const token of tokenize(`${name} ${description}`)) if (token.kind === "word") words.add(token.text);
  }
  return words;
}

function isTelling(lattice: Lattice, at: number): boolean {
  const token = lattice.tokens[at];
  if (token?.kind !== "word" || token.text.length < minimum(token.text)) return false;
  const info = token.info;
  return !info?.stopWord && !info?.smallTalk && !info?.agreement && !isDigitToken(lattice, at);
}

/** The shortest distinctive word: one letter in a script without spaces, else `WORD_MIN` letters. */
const minimum = (word: string): number =>
  /[\u0e00-\u0eff\u1780-\u17ff\u1100-\u11ff\u3040-\uffff]/.test(word) ? 1 : WORD_MIN;

/** Adds the text of a withheld turn, except the `known` words that an agent has already used. */
export function addWithheldText(
  taboo: WithheldContent,
  lattice: Lattice,
  spokenWords: ReadonlySet<string>,
): void {
  for (const [at, token] of lattice.tokens.entries()) {
    if (isTelling(lattice, at) && !spokenWords.has(token.text)) taboo.words.add(token.text);
  }
  const runs = findDigitRuns(lattice).map((run) => run.digits);
  if (runs.length > 0) taboo.runs.push(...runs, runs.join(""));
}

/** Adds the words of an agent's turn to the known words. */
export function addSpokenWords(spokenWords: Set<string>, { text }: ParsedTurn): void {
  for (const token of text?.tokens ?? []) if (token.kind === "word") spokenWords.add(token.text);
}

/** Whether the text repeats withheld content outside of its marks. */
export function repeatsWithheldContent(
  taboo: WithheldContent,
  lattice: Lattice,
  marks: readonly Mark[],
): boolean {
  const hidden = (from: number, to: number) => {
    const start = lattice.tokens[from]?.start ?? 0;
    const end = lattice.tokens[to - 1]?.end ?? 0;
    return marks.some((mark) => mark.start <= start && end <= mark.end);
  };
  if (
    taboo.runs.length > 0 &&
    findDigitRuns(lattice).some(
      (run) => !hidden(run.from, run.to) && repeatsWithheldDigits(taboo, run.digits),
    )
  ) {
    return true;
  }
  if (taboo.words.size === 0) return false;
  return lattice.tokens.some(
    (token, at) => token.kind === "word" && taboo.words.has(token.text) && !hidden(at, at + 1),
  );
}

/** Whether digits repeat a withheld run. A single digit must equal the run; longer digits may contain it or be part of it. */
export function repeatsWithheldDigits({ runs }: WithheldContent, digits: string): boolean {
  return runs.some(
    (run) =>
      run === digits ||
      (digits.length > 1 && run.includes(digits)) ||
      (run.length > 1 && digits.includes(run)),
  );
}
