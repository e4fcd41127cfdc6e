/** What masking knows of a language's numbers, letters, days and times. All words in lower case, without accents. */
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
  one: string[];
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
  /** What stands between a letter and its word: "B as in Bravo". */
  asIn: string[][];
  /** Words that only separate the pieces of one number: hesitation and spoken punctuation. */
  joiners: string[];
  /** Words that may separate the pieces of one value, and are ordinary words as well. */
  softJoiners: string[];
  /** Words that tell that something before them was wrong. */
  corrections: string[];
  /** Words that answer a question of yes or no. */
  agreement: string[];
  /** Words that say nothing of a person: an answer of only these holds no value. */
  smallTalk: string[];
  /** Words that no search asks for. */
  stopWords: string[];
};
