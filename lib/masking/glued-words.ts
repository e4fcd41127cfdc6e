import { lookUp } from "./word-info";

/** A piece of a word: its letters, and where they lie in the word as it is written. */
export type GluedPiece = { text: string; start: number; end: number };

/** The shortest is "oneone". */
const GLUED_MIN = 6;
/** The longest number word is "seventeen"; a plural or an ordinal is not longer. */
const PIECE_MAX = 9;
const PIECE_MIN = 2;
/** "fourxone": what separates figures is written between words too. */
const SEPARATOR = "x";
/** A longer word is no number that was said. */
const GLUED_MAX = 300;

const isNumberWord = (word: string): boolean => {
  const info = lookUp(word);
  if (info === undefined) return false;
  const value = info.digit ?? info.teen ?? info.tens ?? info.scale ?? info.times ?? info.plural;
  return value !== undefined || info.looseZero === true || info.and === true;
};

/** The ends of the pieces if the whole word is made of number words. */
function cut(word: string): number[] | undefined {
  const previous = new Array<number>(word.length + 1).fill(-1);
  previous[0] = 0;
  for (let end = 1; end <= word.length; end++) {
    if (word[end - 1] === SEPARATOR && previous[end - 1] !== -1) previous[end] = end - 1;
    for (let length = PIECE_MIN; length <= Math.min(PIECE_MAX, end); length++) {
      if (previous[end - length] === -1 || !isNumberWord(word.slice(end - length, end))) continue;
      previous[end] = end - length;
    }
  }
  if (previous[word.length] === -1) return undefined;
  const ends: number[] = [];
  for (let at = word.length; at > 0; at = previous[at] ?? 0) ends.unshift(at);
  return ends;
}

/** Where each letter of the folded word begins in the word as it is written; undefined if they do not correspond. */
function placesOf(written: string, word: string, fold: (text: string) => string): number[] | undefined {
  const places: number[] = [];
  let at = 0;
  let folded = "";
  for (const char of written) {
    const letters = fold(char);
    for (let n = 0; n < letters.length; n++) places.push(at);
    folded += letters;
    at += char.length;
  }
  return folded === word ? places : undefined;
}

/** Number words that are written as one ("fourfiveeight", "twentythree"), piece by piece; undefined for other words. */
export function splitGlued(
  written: string,
  word: string,
  fold: (text: string) => string,
): GluedPiece[] | undefined {
  if (word.length < GLUED_MIN || word.length > GLUED_MAX) return undefined;
  const ends = cut(word);
  const places = ends === undefined ? undefined : placesOf(written, word, fold);
  if (ends === undefined || ends.length < 2 || places === undefined) return undefined;
  return ends.map((end, n) => {
    const from = ends[n - 1] ?? 0;
    return { text: word.slice(from, end), start: places[from] ?? 0, end: places[end] ?? written.length };
  });
}
