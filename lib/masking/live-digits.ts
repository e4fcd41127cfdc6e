import type { TokenRange } from "./dates";
import type { Reading } from "./document";
import { type DigitRun, digitRuns, type Lattice } from "./lattice";
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
  const texts = new Map(callers.map(({ position, text }) => [position, text]));
  return new Map(
    [...splitDigitRuns(callers)].map(([position, runs]) => {
      const text = texts.get(position);
      return [position, text === undefined ? [] : runs.map(({ from, to }) => markOf(text, from, to))];
    }),
  );
}

/** The same runs as ranges of tokens. */
export function splitDigitRuns(callers: readonly Reading[]): Map<number, TokenRange[]> {
  const found = new Map<number, TokenRange[]>();
  let open: { position: number; run: DigitRun }[] = [];
  const close = () => {
    if (open.reduce((sum, { run }) => sum + run.digits.length, 0) >= RUN_MIN) {
      for (const { position, run } of open) found.set(position, [...(found.get(position) ?? []), run]);
    }
    open = [];
  };
  for (const { position, text } of callers) {
    if (text === undefined) continue;
    const runs = digitRuns(text);
    for (const [n, run] of runs.entries()) {
      if (n > 0 || !isTalk(text, 0, run.from)) close();
      open.push({ position, run });
    }
    const rest = runs.at(-1)?.to ?? 0;
    if (!isTalk(text, rest, text.tokens.length)) close();
  }
  close();
  return found;
}

function isTalk(lattice: Lattice, from: number, to: number): boolean {
  return lattice.tokens
    .slice(from, to)
    .every((token) => token.kind === "punct" || token.info?.smallTalk || token.info?.joiner);
}
