import type { Reading } from "./document";
import { digitRuns, type Lattice } from "./lattice";
import type { Mark } from "./render";

/** Runs of this many digits are masked while a call is not settled (product rule "Fail closed"). */
const RUN_MIN = 3;
const DIGITS = "[digits]";

const markOf = (lattice: Lattice, from: number, to: number): Mark => ({
  start: lattice.tokens[from]?.start ?? 0,
  end: lattice.tokens[to - 1]?.end ?? 0,
  label: DIGITS,
});

/** Marks over the runs of three or more digits of one text. */
export function digitMarks(lattice: Lattice): Mark[] {
  return digitRuns(lattice)
    .filter((run) => run.digits.length >= RUN_MIN)
    .map((run) => markOf(lattice, run.from, run.to));
}

/**
 * Marks over runs that reach three digits only together with the caller's neighbouring turns ("12", then "34"), by
 * position: the last run of a turn and the first of the next, where only small talk lies between.
 */
export function splitDigitMarks(callers: readonly Reading[]): Map<number, Mark[]> {
  const marks = new Map<number, Mark[]>();
  let open: { position: number; mark: Mark; digits: number }[] = [];
  const close = () => {
    if (open.reduce((sum, piece) => sum + piece.digits, 0) >= RUN_MIN) {
      for (const { position, mark } of open) marks.set(position, [...(marks.get(position) ?? []), mark]);
    }
    open = [];
  };
  for (const { position, text } of callers) {
    if (text === undefined) continue;
    const runs = digitRuns(text);
    for (const [n, run] of runs.entries()) {
      if (n > 0 || !isTalk(text, 0, run.from)) close();
      open.push({ position, mark: markOf(text, run.from, run.to), digits: run.digits.length });
    }
    const rest = runs.at(-1)?.to ?? 0;
    if (!isTalk(text, rest, text.tokens.length)) close();
  }
  close();
  return marks;
}

function isTalk(lattice: Lattice, from: number, to: number): boolean {
  return lattice.tokens
    .slice(from, to)
    .every((token) => token.kind === "punct" || token.info?.smallTalk || token.info?.joiner);
}
