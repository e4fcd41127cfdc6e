/** Longest inserted text, more than any name has. */
const MAX_CHARS = 400;
/** Control characters, line and paragraph separators, and the marks that reverse the direction of text. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A text as a single line, so that a name adds neither a header nor a paragraph to a mail. */
export function oneLine(text: string): string {
  const line = text.replaceAll(UNSAFE, " ").replaceAll(/ {2,}/g, " ").trim();
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS - 1)}…`;
}
