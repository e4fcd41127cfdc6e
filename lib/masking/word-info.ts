import { english } from "./english-lexicon";
import type { Lexicon } from "./lexicon";

/** Meanings with which a word can start a number, a date or a time. */
const TELLING = [
  "digit",
  "looseZero",
  "isOne",
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

/** The meanings of one word. A word can have several ("november" is a month and the letter N). */
export type WordInfo = {
  /** Set if the word can start a number, a date or a time. */
  canStartValue?: true;
  digit?: string;
  looseZero?: true;
  plural?: string;
  teen?: number;
  tens?: number;
  scale?: number;
  times?: number;
  isOne?: true;
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
  oneWords: "isOne",
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
    if (TELLING.some((meaning) => info[meaning] !== undefined)) info.canStartValue = true;
  }
  return words;
}

/** The lexicons of all languages that masking reads. */
const LANGUAGES = [english];

const WORDS = compile(LANGUAGES);

/** The words between a letter and its example ("B as in Bravo"), of all languages. */
export const AS_IN: readonly string[][] = LANGUAGES.flatMap((language) => language.asIn);

/** Looks up the meanings of a canonical word; undefined if it has none. */
export const lookUpWord = (word: string): WordInfo | undefined => WORDS.get(word);
