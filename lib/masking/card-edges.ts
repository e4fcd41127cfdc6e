import { type Edge, findDigitRuns, type Lattice } from "./lattice";
import { isWrittenQuantityOrDate } from "./quantities-and-dates";

/** Words that sound like digits. A transcriber can write them for a row of digits ("won won won won"). */
const HOMOPHONES = new Map(
  Object.entries({ won: "1", to: "2", too: "2", tree: "3", for: "4", fore: "4", ate: "8" }),
);
/** Letters that look like digits: "llll" and "IIII" for 1111, "OO" for 00. A card's group has at most six digits. */
const LOOKALIKE = /^[oil]{1,6}$/;

/** Shortest row of digits and words that may stand for digits. A shorter one is a phrase ("a table for six"). */
const MIN_ROW = 3;

const readingOf = (text: string): string | undefined =>
  HOMOPHONES.get(text) ??
  (LOOKALIKE.test(text) ? text.replaceAll("o", "0").replace(/[il]/g, "1") : undefined);

const rowsByLattice = new WeakMap<Lattice, ReadonlySet<number>>();

/** The tokens in rows of at least `MIN_ROW` digits or words that may stand for digits. */
function rowTokens(lattice: Lattice): ReadonlySet<number> {
  const cached = rowsByLattice.get(lattice);
  if (cached !== undefined) return cached;
  const rows = new Set<number>();
  let row: number[] = [];
  const close = () => {
    if (row.length >= MIN_ROW) for (const at of row) rows.add(at);
    row = [];
  };
  for (const [at, { kind, text }] of lattice.tokens.entries()) {
    if (kind === "punct") continue;
    const isDigit = lattice.edges[at]?.some((edge) => edge.isDigits) === true;
    if (isDigit || readingOf(text) !== undefined) row.push(at);
    else close();
  }
  close();
  rowsByLattice.set(lattice, rows);
  return rows;
}

/** The digit reading of a word that stands for digits only in a row of digits; undefined for other tokens. */
export function lookalikeEdge(lattice: Lattice, at: number): Edge | undefined {
  const token = lattice.tokens[at];
  if (token?.kind !== "word" || token.info?.digit !== undefined) return undefined;
  const reading = readingOf(token.text);
  if (reading === undefined || !rowTokens(lattice).has(at)) return undefined;
  return { length: 1, reading, isDigits: true };
}

/** Finds homophones that can start a card, before another word for a digit: "for won one one". */
export function findHomophoneStarts(lattice: Lattice): number[] {
  const starts: number[] = [];
  for (const [at, { kind, text }] of lattice.tokens.entries()) {
    if (kind !== "word" || !HOMOPHONES.has(text)) continue;
    const next =
      lattice.edges[at + 1]?.some((edge) => edge.isDigits) ||
      HOMOPHONES.has(lattice.tokens[at + 1]?.text ?? "");
    if (next) starts.push(at);
  }
  return starts;
}

const figures = new WeakMap<Lattice, ReadonlySet<number>>();

/** Finds the tokens of written dates, times and prices. They are never part of a card, nor between its groups. */
export function findQuantityTokens(lattice: Lattice): ReadonlySet<number> {
  const cached = figures.get(lattice);
  if (cached !== undefined) return cached;
  const quantityTokens = new Set<number>();
  for (const { from, to } of findDigitRuns(lattice)) {
    if (!isWrittenQuantityOrDate(lattice, from, to)) continue;
    for (let at = from; at < to; at++) quantityTokens.add(at);
  }
  figures.set(lattice, quantityTokens);
  return quantityTokens;
}
