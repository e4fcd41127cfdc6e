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

/** The stems by which a sentence is known to speak of a variable: of its name and its description. */
export function topicOf(variable: MaskVariable): Set<string> {
  const topic = new Set<string>();
  for (const token of tokenize(`${variable.name} ${variable.description}`)) {
    if (token.kind !== "word" || token.text.length < 3) continue;
    if (token.info?.stopWord || token.info?.smallTalk) continue;
    topic.add(stem(token.text));
  }
  return topic;
}

/** Does the sentence speak of the topic? A topic without a word of its own is spoken of in every sentence. */
export function speaksOf(lattice: Lattice, { from, to }: Sentence, topic: ReadonlySet<string>): boolean {
  if (topic.size === 0) return true;
  const found = stemsOf(lattice);
  for (let at = from; at < to; at++) if (topic.has(found[at] ?? "")) return true;
  return false;
}
