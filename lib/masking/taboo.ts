import type { Reading } from "./document";
import { digitRuns, isDigitMaterial, type Lattice } from "./lattice";
import type { Mark } from "./render";
import { tokenize } from "./tokens";
import type { MaskVariable } from "./turn";

/**
 * What was said in withheld turns and may therefore not come out of another turn: their digits, and their words
 * that nobody but the caller brought up.
 */
export type Taboo = { readonly words: Set<string>; readonly runs: string[] };

export const noTaboo = (): Taboo => ({ words: new Set(), runs: [] });

const WORD_MIN = 3;

/** Words that an agent uses of its own accord: its variables' names and descriptions. */
export function ownWords(variables: readonly MaskVariable[]): Set<string> {
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
  return !info?.stopWord && !info?.smallTalk && !info?.agreement && !isDigitMaterial(lattice, at);
}

/** A letter of a script without spaces is a word; elsewhere one or two letters say nothing. */
const minimum = (word: string): number =>
  /[\u0e00-\u0eff\u1780-\u17ff\u1100-\u11ff\u3040-\uffff]/.test(word) ? 1 : WORD_MIN;

/** Takes in what a withheld turn says; `known` are words that were said by others before. */
export function addTaboo(taboo: Taboo, lattice: Lattice, known: ReadonlySet<string>): void {
  for (const [at, token] of lattice.tokens.entries()) {
    if (isTelling(lattice, at) && !known.has(token.text)) taboo.words.add(token.text);
  }
  const runs = digitRuns(lattice).map((run) => run.digits);
  if (runs.length > 0) taboo.runs.push(...runs, runs.join(""));
}

/** Takes in the words that an agent said. */
export function addWords(known: Set<string>, { text }: Reading): void {
  for (const token of text?.tokens ?? []) if (token.kind === "word") known.add(token.text);
}

/** Does the text hold, outside of its marks, what is taboo? */
export function touches(taboo: Taboo, lattice: Lattice, marks: readonly Mark[]): boolean {
  const hidden = (from: number, to: number) => {
    const start = lattice.tokens[from]?.start ?? 0;
    const end = lattice.tokens[to - 1]?.end ?? 0;
    return marks.some((mark) => mark.start <= start && end <= mark.end);
  };
  if (
    taboo.runs.length > 0 &&
    digitRuns(lattice).some((run) => !hidden(run.from, run.to) && repeatsRun(taboo, run.digits))
  ) {
    return true;
  }
  if (taboo.words.size === 0) return false;
  return lattice.tokens.some(
    (token, at) => token.kind === "word" && taboo.words.has(token.text) && !hidden(at, at + 1),
  );
}

/** A lone digit must be the whole of what was said; two or more may be a part of it, or hold it. */
export function repeatsRun({ runs }: Taboo, digits: string): boolean {
  return runs.some(
    (run) =>
      run === digits ||
      (digits.length > 1 && run.includes(digits)) ||
      (run.length > 1 && digits.includes(run)),
  );
}
