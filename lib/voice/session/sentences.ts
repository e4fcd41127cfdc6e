/** A piece of a turn's text that is synthesized at once; `end` is its end in the text (UTF-16). */
export type Sentence = { text: string; start: number; end: number };

/** Abbreviations, whose full stop does not end a sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:[ap]\.m|[A-Z]|Mr|Mrs|Ms|Dr|St|Nr|No|vs|etc|e\.g|i\.e|approx|Inc|Ltd)\.$/;
/** The end of a sentence: closing quotes and brackets, then a space. */
const END = /(?<![.!?…])[.!?…]+["')\]]*\s+|\n+/g;
/** The first piece of an answer can be a clause, so that the caller hears speech earlier. */
const CLAUSE = /[,;:]\s+/g;
const FIRST_CLAUSE_CHARS = 40;
/** Maximum piece for the synthesizer; text without full stops is cut between words. */
const MOST_CHARS = 300;

function lastEnd(text: string, pattern: RegExp, from: number): number {
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (end >= from && !ABBREVIATION.test(text.slice(0, end).trimEnd())) return end;
  }
  return -1;
}

/**
 * The position at which the text can be cut, or -1: after its first whole sentence, or after a word if it is
 * too long.
 */
function cutOf(text: string, first: boolean): number {
  const sentence = lastEnd(text, END, 1);
  const clause = first ? lastEnd(text, CLAUSE, FIRST_CLAUSE_CHARS) : -1;
  const ends = [sentence, clause].filter((end) => end > 0 && end <= MOST_CHARS);
  if (ends.length > 0) return Math.min(...ends);
  if (text.length <= MOST_CHARS) return -1;
  const space = text.lastIndexOf(" ", MOST_CHARS);
  return space > 0 ? space + 1 : MOST_CHARS;
}

/**
 * Splits streamed text into speakable sentences. All pieces in order, including spaces, are the text, so that
 * heard text can be located by position.
 */
export function createSentenceSplitter(): { push(delta: string): Sentence[]; finish(): Sentence[] } {
  let open = "";
  let at = 0;
  const take = (length: number): Sentence => {
    const text = open.slice(0, length);
    const sentence = { text, start: at, end: at + length };
    open = open.slice(length);
    at += length;
    return sentence;
  };
  return {
    push(delta) {
      open += delta;
      const whole: Sentence[] = [];
      for (let cutIndex = cutOf(open, at === 0); cutIndex > 0; cutIndex = cutOf(open, at === 0))
        whole.push(take(cutIndex));
      return whole;
    },
    finish: () => (open === "" ? [] : [take(open.length)]),
  };
}
