/** Abbreviations and list numbers, whose full stop does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:[ap]\.m|\p{Lu}|\d{1,3}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Nr|No|vs|etc|e\.g|i\.e|approx|Inc|Ltd|Mt|Ave|Blvd)\.$/u;
/** Marks that end a sentence in any script, with the quotes and brackets that follow them. */
const MARK = "[.!?…。！？।؟۔]{1,10}[\"'”’»)\\]]{0,4}";
/** Chinese and Japanese have no space after the mark. */
const END = new RegExp(`(?:${MARK}\\s{1,20}|[。！？]{1,10}[”’」』）]{0,4}|\\n{1,20})`, "gu");
const AT_END = new RegExp(`${MARK}\\s{0,20}$`, "u");

const isAbbreviation = (text: string): boolean => ABBREVIATION.test(text.trimEnd());

/** Index after the last whole sentence of a growing text, including its space; 0 if there is none. */
export function sentenceEnd(text: string): number {
  let last = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (!isAbbreviation(text.slice(0, end))) last = end;
  }
  return last;
}

/** Returns the whole sentences of a cut text. Its end counts if it closes a sentence. */
export function wholeSentences(text: string): string {
  return AT_END.test(text) && !isAbbreviation(text) ? text : text.slice(0, sentenceEnd(text));
}
