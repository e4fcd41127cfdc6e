import type { Lattice } from "./lattice";
import type { Token } from "./tokens";
import { tokenize } from "./tokens";
import type { MaskVariable } from "./turn";

/** Tokens `from` to `to` (exclusive): one sentence. */
export type Sentence = { from: number; to: number };

const ENDS = /^[.!?…。！？؟।]$/;

function endsSentence(text: string, token: Token, next: Token | undefined): boolean {
  if (next === undefined) return true;
  const gap = text.slice(token.end, next.start);
  if (gap.includes("\n")) return true;
  if (token.kind !== "punct" || !ENDS.test(token.text) || ENDS.test(next.text)) return false;
  return gap !== "" || /[。！？]/.test(token.text);
}

const cache = new WeakMap<Lattice, Sentence[]>();

/** Splits a text into sentences: after . ! ? and white space ("12.30" is not split), and at line ends. */
export function splitSentences(lattice: Lattice): readonly Sentence[] {
  const cached = cache.get(lattice);
  if (cached !== undefined) return cached;
  const sentences: Sentence[] = [];
  cache.set(lattice, sentences);
  let from = 0;
  for (const [at, token] of lattice.tokens.entries()) {
    if (!endsSentence(lattice.text, token, lattice.tokens[at + 1])) continue;
    sentences.push({ from, to: at + 1 });
    from = at + 1;
  }
  return sentences;
}

/** Removes the most common endings of a word, so that "smoking" and "smoker" have the same stem. */
export const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ings?|ers?|ed|es|e|s)$/, "") : word;

const stems = new WeakMap<Lattice, string[]>();

function stemsOf(lattice: Lattice): string[] {
  let cachedStem = stems.get(lattice);
  if (cachedStem === undefined) {
    cachedStem = lattice.tokens.map((token) => (token.kind === "word" ? stem(token.text) : ""));
    stems.set(lattice, cachedStem);
  }
  return cachedStem;
}

/** Words of descriptions that do not distinguish a variable. They are ignored unless there are no others. */
const GENERIC = new Set(
  "whether want wants wanted wish wishes prefer prefers choose chooses chose chosen option caller customer client user people receive receives your you".split(
    " ",
  ),
);
/** A stem of this length also matches words with the same beginning ("pregnant", "pregnancy"). */
const PREFIX_FROM = 6;
/** Letters at the end of such a stem that may differ. */
const PREFIX_CUT = 2;

const prefixOf = (stemmed: string): string => stemmed.slice(0, stemmed.length - PREFIX_CUT);

/** The stems of a variable's name and description. A sentence with one of them is about the variable. */
export function topicOf(variable: MaskVariable): Set<string> {
  const words = tokenize(`${variable.name} ${variable.description}`).filter(
    ({ kind, text, info }) => kind === "word" && text.length >= 3 && !info?.stopWord && !info?.smallTalk,
  );
  const telling = words.filter(({ text }) => !GENERIC.has(text));
  return buildTopic((telling.length > 0 ? telling : words).map(({ text }) => text));
}

/** Builds a topic: the stems of words, and `prefix*` for a stem that is long enough to match related words. */
export function buildTopic(words: readonly string[]): Set<string> {
  const topic = new Set<string>();
  for (const word of words) {
    const stemmed = stem(word);
    topic.add(stemmed);
    if (stemmed.length >= PREFIX_FROM) topic.add(`${prefixOf(stemmed)}*`);
  }
  return topic;
}

/** Whether a stem belongs to the topic, or is related to one of its words. */
export function isTopicWord(stemmed: string, topic: ReadonlySet<string>): boolean {
  if (topic.has(stemmed)) return true;
  for (let length = PREFIX_FROM - PREFIX_CUT; length <= stemmed.length; length++) {
    if (topic.has(`${stemmed.slice(0, length)}*`)) return true;
  }
  return false;
}

/** Whether a sentence is about the topic. Every sentence is about an empty topic. */
export function mentionsTopic(lattice: Lattice, { from, to }: Sentence, topic: ReadonlySet<string>): boolean {
  if (topic.size === 0) return true;
  const textStems = stemsOf(lattice);
  for (let at = from; at < to; at++) {
    const stemmed = textStems[at] ?? "";
    if (stemmed !== "" && isTopicWord(stemmed, topic)) return true;
  }
  return false;
}
