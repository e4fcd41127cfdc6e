/** A language's words for numbers, letters, dates and times, in lower case and without accents. */
export type Lexicon = {
  /** Words for 0 to 9; `looseZeros` are zero only beside other digits ("oh"). */
  digits: string[][];
  looseZeros: string[];
  /** "three zeros": plurals of 0 to 9. */
  plurals: string[][];
  teens: string[][];
  tens: string[][];
  scales: Record<string, number>;
  /** "double five". */
  times: Record<string, number>;
  /** "a hundred". */
  oneWords: string[];
  and: string[];
  ordinals: Record<string, number>;
  ordinalSuffixes: string[];
  months: string[][];
  /** From Sunday. */
  weekdays: string[][];
  relativeDays: string[];
  clock: {
    half: string[];
    quarter: string[];
    past: string[];
    to: string[];
    minutes: string[];
    am: string[];
    pm: string[];
    exact: string[];
    at: string[];
    named: Record<string, number>;
  };
  dayParts: string[];
  /** Spelling alphabets and names of letters. */
  letters: Record<string, string>;
  /** The words between a letter and its example: "B as in Bravo". */
  asIn: string[][];
  /** Words that only separate the pieces of one number: hesitation and spoken punctuation. */
  joiners: string[];
  /** Ordinary words that may also separate the pieces of one value. */
  softJoiners: string[];
  /** Words that correct what was said before. */
  corrections: string[];
  /** Words that answer a yes-or-no question. */
  agreement: string[];
  /** Words that reveal nothing about a person: an answer of only these words holds no value. */
  smallTalk: string[];
  /** Words that are too common for the search index. */
  stopWords: string[];
};
