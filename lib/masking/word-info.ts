import { english } from "./english";
import type { Lexicon } from "./lexicon";

/** Meanings by which a word can begin a number, a day or a time. */
const TELLING = [
  "digit",
  "looseZero",
  "one",
  "teen",
  "tens",
  "times",
  "ordinal",
  "month",
  "weekday",
  "half",
  "quarter",
  "minuteOfDay",
] as const;

/** What one word can mean; a word has several of these ("november" is a month and the letter N). */
export type WordInfo = {
  /** Can it begin a number, a day or a time? */
  telling?: true;
  digit?: string;
  looseZero?: true;
  plural?: string;
  teen?: number;
  tens?: number;
  scale?: number;
  times?: number;
  one?: true;
  and?: true;
  ordinal?: number;
  ordinalSuffix?: true;
  month?: number;
  weekday?: number;
  relativeDay?: true;
  half?: true;
  quarter?: true;
  past?: true;
  to?: true;
  minutes?: true;
  am?: true;
  pm?: true;
  exact?: true;
  at?: true;
  minuteOfDay?: number;
  dayPart?: true;
  letter?: string;
  joiner?: true;
  softJoiner?: true;
  correction?: true;
  agreement?: true;
  smallTalk?: true;
  stopWord?: true;
};

const FLAGS = {
  looseZeros: "looseZero",
  one: "one",
  and: "and",
  ordinalSuffixes: "ordinalSuffix",
  relativeDays: "relativeDay",
  dayParts: "dayPart",
  joiners: "joiner",
  softJoiners: "softJoiner",
  corrections: "correction",
  agreement: "agreement",
  smallTalk: "smallTalk",
  stopWords: "stopWord",
} as const;
const CLOCK_FLAGS = ["half", "quarter", "past", "to", "minutes", "am", "pm", "exact", "at"] as const;

function compile(lexicons: readonly Lexicon[]): Map<string, WordInfo> {
  const words = new Map<string, WordInfo>();
  const put = (word: string, info: WordInfo) => words.set(word, { ...words.get(word), ...info });
  const each = (lists: string[][], info: (n: number) => WordInfo) => {
    for (const [n, list] of lists.entries()) for (const word of list) put(word, info(n));
  };
  const record = <T>(map: Record<string, T>, info: (value: T) => WordInfo) => {
    for (const [word, value] of Object.entries(map)) put(word, info(value));
  };
  for (const lexicon of lexicons) {
    each(lexicon.digits, (n) => ({ digit: String(n) }));
    each(lexicon.plurals, (n) => ({ plural: String(n) }));
    each(lexicon.teens, (n) => ({ teen: 10 + n }));
    each(lexicon.tens, (n) => ({ tens: 20 + 10 * n }));
    each(lexicon.months, (n) => ({ month: n + 1 }));
    each(lexicon.weekdays, (n) => ({ weekday: n }));
    record(lexicon.scales, (scale) => ({ scale }));
    record(lexicon.times, (times) => ({ times }));
    record(lexicon.ordinals, (ordinal) => ({ ordinal }));
    record(lexicon.letters, (letter) => ({ letter }));
    record(lexicon.clock.named, (minuteOfDay) => ({ minuteOfDay }));
    for (const [key, flag] of Object.entries(FLAGS)) {
      for (const word of lexicon[key as keyof typeof FLAGS]) put(word, { [flag]: true });
    }
    for (const flag of CLOCK_FLAGS) for (const word of lexicon.clock[flag]) put(word, { [flag]: true });
  }
  for (const info of words.values()) {
    if (TELLING.some((meaning) => info[meaning] !== undefined)) info.telling = true;
  }
  return words;
}

/** Add a language here, and it is understood everywhere. */
const LANGUAGES = [english];

const WORDS = compile(LANGUAGES);

/** What stands between a letter and the word that spells it, in every language. */
export const AS_IN: readonly string[][] = LANGUAGES.flatMap((language) => language.asIn);

/** What is known of a word in canonical form, if anything. */
export const lookUp = (word: string): WordInfo | undefined => WORDS.get(word);
