/** Words with a full stop that ends no sentence, and numbers of a list. */
const ABBREVIATION =
  /(?:^|[\s(])(?:[ap]\.m|\p{Lu}|\d{1,3}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Nr|No|vs|etc|e\.g|i\.e|approx|Inc|Ltd|Mt|Ave|Blvd)\.$/u;
/** Marks that end a sentence in the scripts of the world, with quotes and brackets that belong to it. */
const MARK = "[.!?…。！？।؟۔]{1,10}[\"'”’»)\\]]{0,4}";
/** Chinese and Japanese write no space behind the mark. */
const END = new RegExp(`(?:${MARK}\\s{1,20}|[。！？]{1,10}[”’」』）]{0,4}|\\n{1,20})`, "gu");
const AT_END = new RegExp(`${MARK}\\s{0,20}$`, "u");

const isAbbreviation = (text: string): boolean => ABBREVIATION.test(text.trimEnd());

/** Where the last whole sentence of a text that goes on ends, behind its space; 0 where none is whole. */
export function sentenceEnd(text: string): number {
  let last = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (!isAbbreviation(text.slice(0, end))) last = end;
  }
  return last;
}

/** The whole sentences of a text that was cut: its end counts where it closes one. */
export function wholeSentences(text: string): string {
  return AT_END.test(text) && !isAbbreviation(text) ? text : text.slice(0, sentenceEnd(text));
}
