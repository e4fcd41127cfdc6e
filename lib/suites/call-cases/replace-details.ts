/** A line of a case, and the number of words that it does not have. */
export type ReplacedLine = { text: string; omittedWords: number };

type Facts = {
  /** Synthetic words by the name of a mask. */
  words: ReadonlyMap<string, string>;
  /** Words that name no person, in lower case. */
  vocabulary: ReadonlySet<string>;
};

const EMAIL = "alex.sample@example.com";
const NAME = "Sample";
/** Digits from which a number is replaced, as in the live masks. */
const MIN_DIGITS = 3;

const MASK = /\[([^[\]]{1,80})\]/;
const TOKEN = /\S+/g;
const LETTER = /[\p{L}\p{N}]/u;
const CAPITAL = /^\p{Lu}/u;
const DIGIT = /\d/g;
const SENTENCE_END = /[.!?]$/;
const PARTS = /['’-]/;

const isPlain = (word: string, vocabulary: ReadonlySet<string>): boolean => {
  const lower = word.toLowerCase();
  return vocabulary.has(lower) || lower.split(PARTS).every((part) => part === "" || vocabulary.has(part));
};

/** The part of a token between its punctuation, with the punctuation. */
function splitToken(token: string): [string, string, string] {
  const chars = [...token];
  const from = chars.findIndex((char) => LETTER.test(char));
  if (from < 0) return [token, "", ""];
  const to = chars.findLastIndex((char) => LETTER.test(char)) + 1;
  return [chars.slice(0, from).join(""), chars.slice(from, to).join(""), chars.slice(to).join("")];
}

/** Replaces what masks do not cover: addresses, digits, and capitalized words that are not known to be common ones. */
function replaceWords(text: string, { vocabulary }: Facts, startsSentence: boolean): ReplacedLine {
  const result: string[] = [];
  let omittedWords = 0;
  let isStart = startsSentence;
  for (const token of text.match(TOKEN) ?? []) {
    const [before, word, after] = splitToken(token);
    const wasStart = isStart;
    isStart = SENTENCE_END.test(token);
    if (word.includes("@")) result.push(before + EMAIL + after);
    else if ((word.match(DIGIT)?.length ?? 0) >= MIN_DIGITS)
      result.push(before + "1".padEnd(word.match(DIGIT)?.length ?? MIN_DIGITS, "0") + after);
    else if (word.includes(".") || word.includes("/")) omittedWords++;
    else if (!CAPITAL.test(word) || isPlain(word, vocabulary)) result.push(token);
    else if (wasStart) omittedWords++;
    else if (!result.at(-1)?.startsWith(NAME)) result.push(before + NAME + after);
  }
  return { text: result.join(" "), omittedWords };
}

/**
 * Replaces the masks of a line by synthetic words, and what could be a name, a number or an address. Returns null for a line
 * with a mask that has no synthetic words, and for one without words.
 */
export function replaceDetails(line: string, facts: Facts): ReplacedLine | null {
  const parts = line.split(MASK);
  const texts: string[] = [];
  let omittedWords = 0;
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 1) {
      const words = facts.words.get(part);
      if (words === undefined) return null;
      texts.push(words);
      continue;
    }
    const startsSentence = at === 0 || SENTENCE_END.test(parts[at - 1] ?? "");
    const replaced = replaceWords(part, facts, startsSentence);
    omittedWords += replaced.omittedWords;
    texts.push(replaced.text);
  }
  const text = texts
    .filter((part) => part !== "")
    .join(" ")
    .replaceAll(/ ([,.!?;:])/g, "$1");
  return text === "" ? null : { text, omittedWords };
}
