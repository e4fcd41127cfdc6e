import type { TokenRange } from "./dates";
import { buildLattice, type DigitRun, findDigitRuns, type Lattice } from "./lattice";
import type { ParsedTurn } from "./parse-turns";
import type { Mark } from "./render";

/** Runs of this many digits are masked while a call is not settled (product rule "Fail closed"). */
const RUN_MIN = 3;
const DIGITS = "[digits]";

const markOf = (lattice: Lattice, from: number, to: number): Mark => ({
  start: lattice.tokens[from]?.start ?? 0,
  end: lattice.tokens[to - 1]?.end ?? 0,
  label: DIGITS,
});

/** Marks the runs of three or more digits in one text. */
export function markDigits(lattice: Lattice): Mark[] {
  return findDigitRuns(lattice)
    .filter((run) => run.digits.length >= RUN_MIN)
    .map((run) => markOf(lattice, run.from, run.to));
}

/** Counts the digits of a text, spoken or written. */
export const countDigits = (text: string): number =>
  findDigitRuns(buildLattice(text)).reduce((sum, { digits }) => sum + digits.length, 0);

/**
 * Marks, by position, the runs that have three digits only together with neighboring caller turns ("12", then "34"):
 * the last run of a turn and the first run of the next, with only small talk between them.
 */
export function markSplitDigits(callers: readonly ParsedTurn[]): Map<number, Mark[]> {
  const texts = new Map(callers.map(({ position, text }) => [position, text]));
  return new Map(
    [...findSplitDigitRuns(callers)].map(([position, runs]) => {
      const text = texts.get(position);
      return [position, text === undefined ? [] : runs.map(({ from, to }) => markOf(text, from, to))];
    }),
  );
}

/** Finds the runs of `markSplitDigits` as ranges of tokens, by position. */
export function findSplitDigitRuns(callers: readonly ParsedTurn[]): Map<number, TokenRange[]> {
  const rangesByTurn = new Map<number, TokenRange[]>();
  let open: { position: number; run: DigitRun }[] = [];
  const close = () => {
    if (open.reduce((sum, { run }) => sum + run.digits.length, 0) >= RUN_MIN) {
      for (const { position, run } of open)
        rangesByTurn.set(position, [...(rangesByTurn.get(position) ?? []), run]);
    }
    open = [];
  };
  for (const { position, text } of callers) {
    if (text === undefined) continue;
    const runs = findDigitRuns(text);
    for (const [n, run] of runs.entries()) {
      if (n > 0 || !isTalk(text, 0, run.from)) close();
      open.push({ position, run });
    }
    const lastEnd = runs.at(-1)?.to ?? 0;
    if (!isTalk(text, lastEnd, text.tokens.length)) close();
  }
  close();
  return rangesByTurn;
}

function isTalk(lattice: Lattice, from: number, to: number): boolean {
  return lattice.tokens
    .slice(from, to)
    .every((token) => token.kind === "punct" || token.info?.smallTalk || token.info?.joiner);
}
