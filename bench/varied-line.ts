/**
 * Text that compresses as little as a conversation does, which is stored compressed: lines that repeat would flatter
 * every figure. Words are drawn by Zipf's law from a vocabulary of pronounceable syllables, the same in each run.
 */

/** Distinct words in an hour of speech. */
const VOCABULARY = 1_200;
const WORDS_OF_LINE = 36;

/** A generator of numbers from 0 to 1, the same for the same seed (Tommy Ettinger's mulberry32, public domain). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(random: () => number, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

function createVocabulary(): string[] {
  const random = createRandom(1);
  const syllable = () => pick(random, [..."bdfghklmnprstvw"]) + pick(random, ["a", "e", "i", "o", "u", "ea"]);
  return Array.from({ length: VOCABULARY }, (_, n) => {
    // Frequent words are short.
    const length = 1 + Math.floor(Math.log10(1 + n) * (0.5 + random()));
    return Array.from({ length }, syllable).join("") + pick(random, ["", "n", "s", "t"]);
  });
}

const words = createVocabulary();
/** The weight of a rank is its inverse; the sum up to rank n is about its logarithm, which this reverses. */
const drawWord = (random: () => number): string => words[Math.floor(VOCABULARY ** random()) - 1] ?? "";

/** The line of a conversation's turn. */
export function variedLine(conversation: number, turn: number): string {
  const random = createRandom(conversation * 10_007 + turn + 2);
  const line = Array.from({ length: WORDS_OF_LINE }, () => drawWord(random)).join(" ");
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}
