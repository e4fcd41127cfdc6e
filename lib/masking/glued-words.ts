import { lookUpWord } from "./word-info";

/** A piece of a word: its letters, and their offsets in the written word. */
export type GluedPiece = { text: string; start: number; end: number };

/** Shortest glued number: "oneone". */
const GLUED_MIN = 6;
/** Longest number word: "seventeen". Plurals and ordinals are not longer. */
const PIECE_MAX = 9;
const PIECE_MIN = 2;
/** Separates number words as it separates figures: "fourxone". */
const SEPARATOR = "x";
/** A longer word is not a spoken number. */
const GLUED_MAX = 300;

const isNumberWord = (word: string): boolean => {
  const info = lookUpWord(word);
  if (info === undefined) return false;
  const value = info.digit ?? info.teen ?? info.tens ?? info.scale ?? info.times ?? info.plural;
  return value !== undefined || info.looseZero === true || info.and === true;
};

/** The end offsets of the pieces if the whole word consists of number words, else undefined. */
function splitNumberWords(word: string): number[] | undefined {
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

/** The offset of each folded letter in the written word; undefined if they do not correspond. */
function placesOf(writtenWord: string, word: string, fold: (text: string) => string): number[] | undefined {
  const places: number[] = [];
  let at = 0;
  let folded = "";
  for (const char of writtenWord) {
    const letters = fold(char);
    for (let n = 0; n < letters.length; n++) places.push(at);
    folded += letters;
    at += char.length;
  }
  return folded === word ? places : undefined;
}

/** Splits number words written as one ("fourfiveeight", "twentythree") into pieces; undefined for other words. */
export function splitGluedWord(
  writtenWord: string,
  word: string,
  fold: (text: string) => string,
): GluedPiece[] | undefined {
  if (word.length < GLUED_MIN || word.length > GLUED_MAX) return undefined;
  const ends = splitNumberWords(word);
  const places = ends === undefined ? undefined : placesOf(writtenWord, word, fold);
  if (ends === undefined || ends.length < 2 || places === undefined) return undefined;
  return ends.map((end, n) => {
    const from = ends[n - 1] ?? 0;
    return { text: word.slice(from, end), start: places[from] ?? 0, end: places[end] ?? writtenWord.length };
  });
}
