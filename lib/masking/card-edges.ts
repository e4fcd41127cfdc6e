import { isWrittenFigure } from "./figures";
import { digitRuns, type Edge, type Lattice } from "./lattice";

/** Words that sound like digits, as a transcriber writes a row of them ("won won won won"). */
const HOMOPHONES = new Map(
  Object.entries({ won: "1", to: "2", too: "2", tree: "3", for: "4", fore: "4", ate: "8" }),
);
/** Letters that look like digits: "llll" and "IIII" for 1111, "OO" for 00. No group of a card has more than six. */
const LOOKALIKE = /^[oil]{1,6}$/;

/** Digits, and words that may stand for some, in a row: fewer are a phrase ("a table for six"). */
const MIN_ROW = 3;

const readingOf = (text: string): string | undefined =>
  HOMOPHONES.get(text) ??
  (LOOKALIKE.test(text) ? text.replaceAll("o", "0").replace(/[il]/g, "1") : undefined);

const rowsByLattice = new WeakMap<Lattice, ReadonlySet<number>>();

/** The tokens that stand in a row of at least `MIN_ROW` digits or words that may stand for some. */
function rowTokens(lattice: Lattice): ReadonlySet<number> {
  const known = rowsByLattice.get(lattice);
  if (known !== undefined) return known;
  const rows = new Set<number>();
  let row: number[] = [];
  const close = () => {
    if (row.length >= MIN_ROW) for (const at of row) rows.add(at);
    row = [];
  };
  for (const [at, { kind, text }] of lattice.tokens.entries()) {
    if (kind === "punct") continue;
    const isDigit = lattice.edges[at]?.some((edge) => edge.digits) === true;
    if (isDigit || readingOf(text) !== undefined) row.push(at);
    else close();
  }
  close();
  rowsByLattice.set(lattice, rows);
  return rows;
}

/** A word that stands for digits only in a row of digits. */
export function lookalikeEdge(lattice: Lattice, at: number): Edge | undefined {
  const token = lattice.tokens[at];
  if (token?.kind !== "word" || token.info?.digit !== undefined) return undefined;
  const reading = readingOf(token.text);
  if (reading === undefined || !rowTokens(lattice).has(at)) return undefined;
  return { length: 1, reading, digits: true };
}

/** Homophones with which a card begins, before another word for a digit: "for won one one". */
export function homophoneStarts(lattice: Lattice): number[] {
  const starts: number[] = [];
  for (const [at, { kind, text }] of lattice.tokens.entries()) {
    if (kind !== "word" || !HOMOPHONES.has(text)) continue;
    const next =
      lattice.edges[at + 1]?.some((edge) => edge.digits) ||
      HOMOPHONES.has(lattice.tokens[at + 1]?.text ?? "");
    if (next) starts.push(at);
  }
  return starts;
}

const figures = new WeakMap<Lattice, ReadonlySet<number>>();

/** The tokens of written days and times, which are no groups of a card and lie between none. */
export function figureTokens(lattice: Lattice): ReadonlySet<number> {
  const known = figures.get(lattice);
  if (known !== undefined) return known;
  const found = new Set<number>();
  for (const { from, to } of digitRuns(lattice)) {
    if (!isWrittenFigure(lattice, from, to)) continue;
    for (let at = from; at < to; at++) found.add(at);
  }
  figures.set(lattice, found);
  return found;
}
