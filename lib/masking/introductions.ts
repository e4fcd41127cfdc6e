import type { TokenRange } from "./dates";
import type { Lattice } from "./lattice";
import { type Sentence, splitSentences } from "./sentences";
import type { Token } from "./tokens";

/** Most words of a name. */
const NAME_MAX = 4;
/** Fewest single letters that spell something. */
const SPELLED_MIN = 3;

const INTRODUCES = [
  "name is",
  "name s",
  "this is",
  "i am",
  "i m",
  "im",
  "it s",
  "it is",
  "under",
  "me",
  "called",
  "of",
  "for",
  "hello",
  "hi",
  "hey",
  "yes",
  "with",
].map((words) => words.split(" "));
const FOLLOWS = new Set(["here", "speaking", "calling", "again"]);

/** Phrases that only a name follows. Used when the caller's name is already known. */
const SELF_INTRODUCES = ["name is", "name s", "name was", "call me", "i go by", "named"].map((words) =>
  words.split(" "),
);
/** Phrases that a name follows if the next word is capitalized. */
const MAY_SELF_INTRODUCE = ["i am", "i m", "im", "this is"].map((words) => words.split(" "));

/** Whether a word may be part of a name. */
function mayName(token: Token | undefined): boolean {
  if (token?.kind !== "word") return false;
  const { info } = token;
  return !info?.stopWord && !info?.smallTalk && !info?.agreement && info?.digit === undefined;
}

/** A word of a text, with its token index. */
type Word = { at: number; token: Token };

/**
 * Finds names by which callers introduce themselves ("this is Jane Marlowe", "Jane Marlowe here"), and capitalized words
 * within a sentence.
 */
export function findIntroducedNames(text: Lattice): TokenRange[] {
  return splitSentences(text).flatMap((sentence) => {
    const words = wordsIn(text, sentence);
    const ranges: TokenRange[] = [];
    for (const [n, { token }] of words.entries()) {
      const length = introducesAt(INTRODUCES, words, n);
      if (length > 0) ranges.push(...nameFrom(words, n + length));
      if (FOLLOWS.has(token.text)) ranges.push(...nameBefore(words, n));
      if (isWrittenName(text, words, n)) ranges.push(...single(words[n]));
    }
    return ranges;
  });
}

/** Finds only certain introductions: "my name is jane", "call me Jane", "Jane speaking", "I'm Jane". */
export function findSelfIntroducedNames(text: Lattice): TokenRange[] {
  return splitSentences(text).flatMap((sentence) => {
    const words = wordsIn(text, sentence);
    const isWritten = ({ from }: TokenRange) =>
      isCapital(text, { at: from, token: text.tokens[from] as Token });
    return words.flatMap(({ token }, n): TokenRange[] => {
      const sure = introducesAt(SELF_INTRODUCES, words, n);
      if (sure > 0) return nameFrom(words, n + sure);
      const likely = introducesAt(MAY_SELF_INTRODUCE, words, n);
      if (likely > 0) return nameFrom(words, n + likely).filter(isWritten);
      if (token.text === "speaking") return nameBefore(words, n);
      return FOLLOWS.has(token.text) ? nameBefore(words, n).filter(isWritten) : [];
    });
  });
}

/** Most words of an answer that is only a name. A longer one explains something. */
const ANSWER_MAX = 6;

/** Finds the names in an answer that is short enough to be a name: "jane marlowe, as always". */
export function findAnsweredNames(text: Lattice): TokenRange[] {
  const words = wordsIn(text, { from: 0, to: text.tokens.length });
  if (words.length > ANSWER_MAX || text.tokens.at(-1)?.text === "?") return [];
  return words
    .filter(({ token }) => mayName(token) && !token.info?.correction && !FOLLOWS.has(token.text))
    .flatMap(single);
}

const wordsIn = ({ tokens }: Lattice, { from, to }: Sentence): Word[] =>
  tokens
    .slice(from, to)
    .map((token, n) => ({ at: from + n, token }))
    .filter(({ token }) => token.kind !== "punct");

const introducesAt = (phrases: readonly string[][], words: readonly Word[], at: number): number =>
  phrases.find((phrase) => phrase.every((word, n) => words[at + n]?.token.text === word))?.length ?? 0;

const single = (word: Word | undefined): TokenRange[] =>
  word === undefined ? [] : [{ from: word.at, to: word.at + 1 }];

function nameFrom(words: readonly Word[], at: number): TokenRange[] {
  const ranges: TokenRange[] = [];
  for (let n = at; n < at + NAME_MAX && mayName(words[n]?.token); n++) ranges.push(...single(words[n]));
  return ranges;
}

function nameBefore(words: readonly Word[], at: number): TokenRange[] {
  const ranges: TokenRange[] = [];
  for (let n = at - 1; n >= at - NAME_MAX && mayName(words[n]?.token); n--) ranges.push(...single(words[n]));
  return ranges;
}

/** Whether a word is capitalized within a sentence, or at its start before another capitalized word. */
function isWrittenName(text: Lattice, words: readonly Word[], n: number): boolean {
  if (!isCapital(text, words[n])) return false;
  return n > 0 || isCapital(text, words[n + 1]);
}

function isCapital(text: Lattice, word: Word | undefined): boolean {
  if (word === undefined || !mayName(word.token)) return false;
  const { info, start, end } = word.token;
  if (info?.month !== undefined || info?.weekday !== undefined) return false;
  return /^\p{Lu}/u.test(text.text.slice(start, end));
}

/** Finds letters that are spelled one by one, also with a spelling alphabet ("Juliet Alpha November Echo"). */
export function findSpelledRanges({ tokens }: Lattice): TokenRange[] {
  const ranges: TokenRange[] = [];
  let open: (TokenRange & { letters: number }) | undefined;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "punct") continue;
    const isLetter = token.kind === "word" && (token.text.length === 1 || token.info?.letter !== undefined);
    if (!isLetter) {
      open = undefined;
      continue;
    }
    open ??= { from: at, to: at, letters: 0 };
    open.to = at + 1;
    if (++open.letters === SPELLED_MIN) ranges.push(open);
  }
  return ranges;
}
