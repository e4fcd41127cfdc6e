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

const cut = new WeakMap<Lattice, Sentence[]>();

/** A text cut into sentences: after . ! ? and white space ("12.30" is not cut), and at line ends. */
export function sentences(lattice: Lattice): readonly Sentence[] {
  const known = cut.get(lattice);
  if (known !== undefined) return known;
  const found: Sentence[] = [];
  cut.set(lattice, found);
  let from = 0;
  for (const [at, token] of lattice.tokens.entries()) {
    if (!endsSentence(lattice.text, token, lattice.tokens[at + 1])) continue;
    found.push({ from, to: at + 1 });
    from = at + 1;
  }
  return found;
}

/** A word without its commonest endings, so that "smoking" and "smoker" meet. */
export const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ings?|ers?|ed|es|e|s)$/, "") : word;

const stems = new WeakMap<Lattice, string[]>();

function stemsOf(lattice: Lattice): string[] {
  let found = stems.get(lattice);
  if (found === undefined) {
    found = lattice.tokens.map((token) => (token.kind === "word" ? stem(token.text) : ""));
    stems.set(lattice, found);
  }
  return found;
}

/** Words of descriptions that say nothing of their variable, as long as others do. */
const GENERIC = new Set(
  "whether want wants wanted wish wishes prefer prefers choose chooses chose chosen option caller customer client user people receive receives your you".split(
    " ",
  ),
);
/** A stem of this length also stands for words with its beginning ("pregnant", "pregnancy"). */
const PREFIX_FROM = 6;
/** Letters at the end of such a stem in which related words differ. */
const PREFIX_CUT = 2;

const prefixOf = (stemmed: string): string => stemmed.slice(0, stemmed.length - PREFIX_CUT);

/** The stems by which a sentence is known to speak of a variable: of its name and its description. */
export function topicOf(variable: MaskVariable): Set<string> {
  const words = tokenize(`${variable.name} ${variable.description}`).filter(
    ({ kind, text, info }) => kind === "word" && text.length >= 3 && !info?.stopWord && !info?.smallTalk,
  );
  const telling = words.filter(({ text }) => !GENERIC.has(text));
  return topicFrom((telling.length > 0 ? telling : words).map(({ text }) => text));
}

/** Stems of words, and `prefix*` where a stem is long enough to stand for related words. */
export function topicFrom(words: readonly string[]): Set<string> {
  const topic = new Set<string>();
  for (const word of words) {
    const stemmed = stem(word);
    topic.add(stemmed);
    if (stemmed.length >= PREFIX_FROM) topic.add(`${prefixOf(stemmed)}*`);
  }
  return topic;
}

/** Is a stemmed word of the topic, or related to one of its words? */
export function isOfTopic(stemmed: string, topic: ReadonlySet<string>): boolean {
  if (topic.has(stemmed)) return true;
  for (let length = PREFIX_FROM - PREFIX_CUT; length <= stemmed.length; length++) {
    if (topic.has(`${stemmed.slice(0, length)}*`)) return true;
  }
  return false;
}

/** Does the sentence speak of the topic? A topic without a word of its own is spoken of in every sentence. */
export function speaksOf(lattice: Lattice, { from, to }: Sentence, topic: ReadonlySet<string>): boolean {
  if (topic.size === 0) return true;
  const found = stemsOf(lattice);
  for (let at = from; at < to; at++) {
    const stemmed = found[at] ?? "";
    if (stemmed !== "" && isOfTopic(stemmed, topic)) return true;
  }
  return false;
}
