/** One word or number of an utterance: lower case, with its place in the text (end exclusive). */
export type Token = { text: string; start: number; end: number };

const WORD = /[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu;

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(WORD)].map((match) => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The text between two neighboring tokens. */
export function between(text: string, tokens: readonly Token[], index: number): string {
  const a = tokens[index];
  const b = tokens[index + 1];
  return a && b ? text.slice(a.end, b.start) : "";
}

/** Words to compare: without case, marks and plural. */
export const stems = (text: string): string[] =>
  tokensOf(text.normalize("NFKD").replace(/\p{M}/gu, "")).map((t) =>
    t.text.length > 3 ? t.text.replace(/s$/, "") : t.text,
  );
