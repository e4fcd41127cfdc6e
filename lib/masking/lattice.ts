import { parseScaledNumbers, parseSmallNumber } from "./numbers";
import { type Token, tokenize } from "./tokens";
import { AS_IN } from "./word-info";

/** One reading of the tokens that start at an index: `length` tokens stand for the characters `reading`. */
export type Edge = { readonly length: number; readonly reading: string; readonly isDigits: boolean };

/**
 * A word lattice, as in speech recognition: a graph of the alternative readings of one text. The nodes are positions
 * between tokens. `edges[i]` are the readings that start at token i, besides the token's own text. A token that is
 * digits, or a word for digits, has at least one edge with `isDigits`.
 */
export type Lattice = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly edges: readonly (readonly Edge[] | undefined)[];
  /** Indexes of the tokens at which a number, a date or a time can start. They are few, so that searches are fast. */
  readonly valueStarts: readonly number[];
};

const MAX_COUNT = 9; // Callers say at most "nine zeros".

function digitEdges(tokens: readonly Token[], at: number, token: Token): Edge[] {
  const edges: Edge[] = [];
  const add = (length: number, reading: string) => edges.push({ length, reading, isDigits: true });
  if (token.kind === "digits") add(1, token.text);
  const info = token.info;
  if (info?.digit !== undefined) add(1, info.digit);
  if (info?.looseZero) add(1, "0");
  if (info?.teen !== undefined) add(1, String(info.teen));
  if (info?.tens !== undefined) {
    const small = parseSmallNumber(tokens, at);
    if (small !== undefined && small.length > 1) add(small.length, String(small.value));
    add(1, String(info.tens));
  }
  const count = token.kind === "digits" ? Number(token.text) : Number(info?.digit ?? 0);
  const plural = tokens[at + 1]?.info?.plural;
  if (plural !== undefined && count >= 2 && count <= MAX_COUNT) add(2, plural.repeat(count));
  if (token.kind === "digits" || info?.digit || info?.teen || info?.tens || info?.isOne || info?.half) {
    for (const phrase of parseScaledNumbers(tokens, at)) add(phrase.length, String(phrase.value));
  }
  return edges;
}

/** "double five", "triple oh", "double l", "double-5". */
function repeatEdges(tokens: readonly Token[], at: number, times: number): Edge[] {
  const next = tokens[at + 1]?.text === "-" ? at + 2 : at + 1;
  const token = tokens[next];
  if (token === undefined) return [];
  const length = next + 1 - at;
  const digit = token.info?.digit ?? (token.info?.looseZero ? "0" : undefined);
  const edges: Edge[] = [];
  if (digit !== undefined) edges.push({ length, reading: digit.repeat(times), isDigits: true });
  if (token.kind === "digits") {
    // "double 55" means 5555 or 55; "double 5" means 55.
    if (token.text.length <= 2) edges.push({ length, reading: token.text.repeat(times), isDigits: true });
    if (token.text.length === times) edges.push({ length, reading: token.text, isDigits: true });
  }
  const letter = token.kind === "word" && token.text.length === 1 ? token.text : token.info?.letter;
  if (letter !== undefined) edges.push({ length, reading: letter.repeat(times), isDigits: false });
  return edges;
}

/** The letter of "B as in Bravo" or "B for Bertie". */
function spelledEdge(tokens: readonly Token[], at: number, letter: string): Edge | undefined {
  for (const words of AS_IN) {
    const isSpelled = words.every((word, n) => tokens[at + 1 + n]?.text === word);
    const example = tokens[at + 1 + words.length];
    if (isSpelled && example?.kind === "word" && example.text.startsWith(letter)) {
      return { length: words.length + 2, reading: letter, isDigits: false };
    }
  }
  return undefined;
}

function edgesAt(tokens: readonly Token[], at: number): Edge[] | undefined {
  const token = tokens[at];
  if (token === undefined || token.kind === "punct") return undefined;
  const info = token.info;
  const single = token.kind === "word" && token.text.length === 1;
  if (info === undefined && token.kind === "word" && !single) return undefined;
  const edges = digitEdges(tokens, at, token);
  if (info?.times !== undefined) edges.push(...repeatEdges(tokens, at, info.times));
  if (info?.letter !== undefined) edges.push({ length: 1, reading: info.letter, isDigits: false });
  if (single) {
    const spelled = spelledEdge(tokens, at, token.text);
    if (spelled !== undefined) edges.push(spelled);
  }
  return edges.length === 0 ? undefined : edges;
}

/** Builds the lattice of a text, on which all searches work. */
export function buildLattice(text: string): Lattice {
  const tokens = tokenize(text);
  const edges = new Array<Edge[] | undefined>(tokens.length);
  const telling: number[] = [];
  for (let at = 0; at < tokens.length; at++) {
    edges[at] = edgesAt(tokens, at);
    const token = tokens[at];
    if (token?.kind === "digits" || token?.info?.canStartValue) telling.push(at);
  }
  return { text, tokens, edges, valueStarts: telling };
}

/** Whether the token may separate the pieces of one value: punctuation or hesitation. */
export const isJoiner = (token: Token): boolean => token.kind === "punct" || token.info?.joiner === true;

/** Whether the token is digits, or certainly a word for digits ("oh" alone is not). */
export function isDigitToken(lattice: Lattice, at: number): boolean {
  const token = lattice.tokens[at];
  if (token === undefined) return false;
  if (token.kind === "digits") return true;
  if (!token.info?.canStartValue || token.info.looseZero || token.info.isOne) return false;
  return lattice.edges[at]?.some((edge) => edge.isDigits) ?? false;
}

/** Whether the token is part of a number, so that no match skips it: digits, a scale ("hundred") or a plural ("zeros"). */
export function isNumberToken(lattice: Lattice, at: number): boolean {
  const info = lattice.tokens[at]?.info;
  return info?.scale !== undefined || info?.plural !== undefined || isDigitToken(lattice, at);
}

/** Consecutive tokens `from` to `to` (exclusive) that read as digits. `digits` is their likeliest reading. */
export type DigitRun = { readonly from: number; readonly to: number; readonly digits: string };

/** The longest digit edge at an index: "four thousand two hundred" rather than "four". */
export function longestDigitEdge(lattice: Lattice, at: number): Edge | undefined {
  let best: Edge | undefined;
  for (const edge of lattice.edges[at] ?? []) {
    if (edge.isDigits && (best === undefined || edge.length > best.length)) best = edge;
  }
  return best;
}

/**
 * Finds the runs of digits in a text: digits and number words with only punctuation, hesitation and "and" between them.
 * "oh" counts as zero next to another digit, but not as the exclamation "Oh, …".
 */
export function findDigitRuns(lattice: Lattice): DigitRun[] {
  const runs: DigitRun[] = [];
  let end = 0;
  for (const at of lattice.valueStarts) {
    const run = at >= end && startsRun(lattice, at) ? readRun(lattice, at) : undefined;
    if (run === undefined) continue;
    runs.push(run);
    end = run.to;
  }
  return runs;
}

function startsRun(lattice: Lattice, at: number): boolean {
  if (isDigitToken(lattice, at)) return true;
  const token = lattice.tokens[at];
  if (token?.info?.isOne) return parseScaledNumbers(lattice.tokens, at).length > 0;
  if (!token?.info?.looseZero) return false;
  const next = nextVisible(lattice, at + 1);
  if (!isDigitToken(lattice, next)) return false;
  // "Oh, 24 November" exclaims; "oh, one, seven" and "oh - 17" count.
  const { tokens } = lattice;
  const single = tokens[next]?.info?.digit !== undefined || tokens[next]?.text.length === 1;
  return single || !tokens.slice(at, next).some(isPause);
}

const isPause = (token: Token | undefined): boolean => token !== undefined && /^[,.!?;…]$/.test(token.text);

/** Whether a token extends a run: "oh" does next to a digit on either side, "a" never does ("12 a hundred"). */
function continuesRun(lattice: Lattice, at: number, digits: string): boolean {
  const info = lattice.tokens[at]?.info;
  if (digits === "") return true;
  if (info?.isOne) return false;
  if (!info?.looseZero) return true;
  const next = nextVisible(lattice, at + 1);
  const last = next >= lattice.tokens.length; // "…, oh." ends a number; "…. Oh, I see" is an exclamation
  return last || !isPause(lattice.tokens[at - 1]) || isDigitToken(lattice, next);
}

function nextVisible(lattice: Lattice, at: number): number {
  let i = at;
  for (let token = lattice.tokens[i]; token !== undefined; token = lattice.tokens[++i]) {
    if (!isJoiner(token) && !token.info?.looseZero && !token.info?.and) break;
  }
  return i;
}

function readRun(lattice: Lattice, from: number): DigitRun | undefined {
  const { tokens } = lattice;
  let digits = "";
  let to = from;
  let at = from;
  while (at < tokens.length) {
    const token = tokens[at];
    const edge = continuesRun(lattice, at, digits) ? longestDigitEdge(lattice, at) : undefined;
    if (edge !== undefined) {
      digits += edge.reading;
      at += edge.length;
      to = at;
    } else if (token !== undefined && (isJoiner(token) || token.info?.and)) {
      at++;
    } else break;
  }
  return digits === "" ? undefined : { from, to, digits };
}

/** Most readings of one run, as number words are ambiguous ("twenty three" is 23, or 20 and 3). */
const READINGS_MAX = 16;

/** A run longer than a card number is not one value, so only its likeliest reading is used. */
const READ_APART_MAX = 20;
/** Longest reading in digits; the rest of a run is ignored. */
const READING_LENGTH_MAX = 32;

/** The readings of a run's digits, the likeliest first. For a long run, only the beginning of the likeliest one. */
export function runReadings(lattice: Lattice, { from, to, digits: likeliest }: DigitRun): string[] {
  if (likeliest.length > READ_APART_MAX) return [likeliest.slice(0, READING_LENGTH_MAX)];
  const readings = new Set<string>();
  const read = (at: number, digits: string): void => {
    if (readings.size >= READINGS_MAX) return;
    if (at >= to || digits.length >= READING_LENGTH_MAX) {
      readings.add(digits.slice(0, READING_LENGTH_MAX));
      return;
    }
    const edges = (lattice.edges[at] ?? [])
      .filter((edge) => edge.isDigits)
      .sort((a, b) => b.length - a.length);
    for (const edge of edges) read(at + edge.length, digits + edge.reading);
    if (edges.length === 0) read(at + 1, digits);
  };
  read(from, "");
  return [...readings];
}
