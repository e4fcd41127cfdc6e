import { scaledNumbers, smallNumber } from "./numbers";
import { type Token, tokenize } from "./tokens";
import { AS_IN } from "./word-info";

/** One way to read the tokens from an index on: `length` tokens stand for the characters `reading`. */
export type Edge = { readonly length: number; readonly reading: string; readonly digits: boolean };

/**
 * A text ready to be searched. `edges[i]` are the readings of token i beside the plain one (its own text); a token
 * that is digits, or words for digits, has at least one edge whose `digits` is true.
 */
export type Lattice = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly edges: readonly (readonly Edge[] | undefined)[];
  /** The tokens at which a number, a day or a time can begin: few, so that most of a text is passed over. */
  readonly telling: readonly number[];
};

const MAX_COUNT = 9; // "nine zeros": more is not said

function digitEdges(tokens: readonly Token[], at: number, token: Token): Edge[] {
  const edges: Edge[] = [];
  const add = (length: number, reading: string) => edges.push({ length, reading, digits: true });
  if (token.kind === "digits") add(1, token.text);
  const info = token.info;
  if (info?.digit !== undefined) add(1, info.digit);
  if (info?.looseZero) add(1, "0");
  if (info?.teen !== undefined) add(1, String(info.teen));
  if (info?.tens !== undefined) {
    const small = smallNumber(tokens, at);
    if (small !== undefined && small.length > 1) add(small.length, String(small.value));
    add(1, String(info.tens));
  }
  const count = token.kind === "digits" ? Number(token.text) : Number(info?.digit ?? 0);
  const plural = tokens[at + 1]?.info?.plural;
  if (plural !== undefined && count >= 2 && count <= MAX_COUNT) add(2, plural.repeat(count));
  if (token.kind === "digits" || info?.digit || info?.teen || info?.tens || info?.one || info?.half) {
    for (const phrase of scaledNumbers(tokens, at)) add(phrase.length, String(phrase.value));
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
  if (digit !== undefined) edges.push({ length, reading: digit.repeat(times), digits: true });
  if (token.kind === "digits") {
    // "double 55" is said of 5555 and of 55; "double 5" of 55.
    if (token.text.length <= 2) edges.push({ length, reading: token.text.repeat(times), digits: true });
    if (token.text.length === times) edges.push({ length, reading: token.text, digits: true });
  }
  const letter = token.kind === "word" && token.text.length === 1 ? token.text : token.info?.letter;
  if (letter !== undefined) edges.push({ length, reading: letter.repeat(times), digits: false });
  return edges;
}

/** "B as in Bravo", "B for Bertie": the letter. */
function spelledEdge(tokens: readonly Token[], at: number, letter: string): Edge | undefined {
  for (const words of AS_IN) {
    const said = words.every((word, n) => tokens[at + 1 + n]?.text === word);
    const example = tokens[at + 1 + words.length];
    if (said && example?.kind === "word" && example.text.startsWith(letter)) {
      return { length: words.length + 2, reading: letter, digits: false };
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
  if (info?.letter !== undefined) edges.push({ length: 1, reading: info.letter, digits: false });
  if (single) {
    const spelled = spelledEdge(tokens, at, token.text);
    if (spelled !== undefined) edges.push(spelled);
  }
  return edges.length === 0 ? undefined : edges;
}

/** Reads a text once; all matchers work on the result. */
export function readText(text: string): Lattice {
  const tokens = tokenize(text);
  const edges = new Array<Edge[] | undefined>(tokens.length);
  const telling: number[] = [];
  for (let at = 0; at < tokens.length; at++) {
    edges[at] = edgesAt(tokens, at);
    const token = tokens[at];
    if (token?.kind === "digits" || token?.info?.telling) telling.push(at);
  }
  return { text, tokens, edges, telling };
}

/** May the token stand between the pieces of one number or value? Punctuation and hesitation may. */
export const isJoiner = (token: Token): boolean => token.kind === "punct" || token.info?.joiner === true;

/** Is the token digits, or surely a word for digits ("oh" alone is not)? */
export function isDigitMaterial(lattice: Lattice, at: number): boolean {
  const token = lattice.tokens[at];
  if (token === undefined) return false;
  if (token.kind === "digits") return true;
  if (!token.info?.telling || token.info.looseZero || token.info.one) return false;
  return lattice.edges[at]?.some((edge) => edge.digits) ?? false;
}

/** Is the token a number or a part of one that no value passes over: digits, a scale ("hundred"), a plural ("zeros")? */
export function isNumber(lattice: Lattice, at: number): boolean {
  const info = lattice.tokens[at]?.info;
  return info?.scale !== undefined || info?.plural !== undefined || isDigitMaterial(lattice, at);
}

/** Tokens `from` to `to` (exclusive) that read as digits one after the other; `digits` is their likeliest reading. */
export type DigitRun = { readonly from: number; readonly to: number; readonly digits: string };

/** The longest edge of digits at an index: "four thousand two hundred" before "four". */
export function longestDigits(lattice: Lattice, at: number): Edge | undefined {
  let best: Edge | undefined;
  for (const edge of lattice.edges[at] ?? []) {
    if (edge.digits && (best === undefined || edge.length > best.length)) best = edge;
  }
  return best;
}

/**
 * The runs of digits in a text: digits and number words with only punctuation, hesitation and "and" between them.
 * "oh" counts where it touches another digit, and not as the exclamation "Oh, …".
 */
export function digitRuns(lattice: Lattice): DigitRun[] {
  const runs: DigitRun[] = [];
  let end = 0;
  for (const at of lattice.telling) {
    const run = at >= end && startsRun(lattice, at) ? readRun(lattice, at) : undefined;
    if (run === undefined) continue;
    runs.push(run);
    end = run.to;
  }
  return runs;
}

function startsRun(lattice: Lattice, at: number): boolean {
  if (isDigitMaterial(lattice, at)) return true;
  const token = lattice.tokens[at];
  if (token?.info?.one) return scaledNumbers(lattice.tokens, at).length > 0;
  if (!token?.info?.looseZero) return false;
  const next = nextVisible(lattice, at + 1);
  if (!isDigitMaterial(lattice, next)) return false;
  // "Oh, 24 November" exclaims; "oh, one, seven" and "oh - 17" count.
  const { tokens } = lattice;
  const single = tokens[next]?.info?.digit !== undefined || tokens[next]?.text.length === 1;
  return single || !tokens.slice(at, next).some(isPause);
}

const isPause = (token: Token | undefined): boolean => token !== undefined && /^[,.!?;…]$/.test(token.text);

/** "oh" goes on a run when it touches a digit on either side; "a" never does ("12 a hundred"). */
function continuesRun(lattice: Lattice, at: number, digits: string): boolean {
  const info = lattice.tokens[at]?.info;
  if (digits === "") return true;
  if (info?.one) return false;
  if (!info?.looseZero) return true;
  const next = nextVisible(lattice, at + 1);
  const last = next >= lattice.tokens.length; // "…, oh." ends a number, "…. Oh, I see" begins something else
  return last || !isPause(lattice.tokens[at - 1]) || isDigitMaterial(lattice, next);
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
    const edge = continuesRun(lattice, at, digits) ? longestDigits(lattice, at) : undefined;
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

/** Readings of one run: number words leave some open ("twenty three" is 23, and 20 and 3). */
const READINGS_MAX = 16;

/** A run longer than a card's number is not one value, and its other readings are not worth telling apart. */
const READ_APART_MAX = 20;
/** Digits of a reading beyond which no more are told apart. */
const READING_LENGTH_MAX = 32;

/** How the digits of a run can be read, the likeliest first; of a long run, its beginning. */
export function runReadings(lattice: Lattice, { from, to, digits: likeliest }: DigitRun): string[] {
  if (likeliest.length > READ_APART_MAX) return [likeliest.slice(0, READING_LENGTH_MAX)];
  const found = new Set<string>();
  const read = (at: number, digits: string): void => {
    if (found.size >= READINGS_MAX) return;
    if (at >= to || digits.length >= READING_LENGTH_MAX) {
      found.add(digits.slice(0, READING_LENGTH_MAX));
      return;
    }
    const edges = (lattice.edges[at] ?? []).filter((edge) => edge.digits).sort((a, b) => b.length - a.length);
    for (const edge of edges) read(at + edge.length, digits + edge.reading);
    if (edges.length === 0) read(at + 1, digits);
  };
  read(from, "");
  return [...found];
}
