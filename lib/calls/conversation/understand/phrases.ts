/** Requests that a caller can make at any time, after any question. */
export type Intent = "callback" | "goodbye" | "repeat" | "refusal" | "unknown" | "correction" | "yes" | "no";

type Words = Readonly<Record<string, number>>;

/** The words of one language, as data. Patterns see text in lower case with straight apostrophes. */
export type Phrases = {
  numbers: {
    digits: Words;
    teens: Words;
    tens: Words;
    scales: Words;
    and: string;
    point: string[];
    minus: string[];
    /** "double five" */
    repeats: Words;
    /** Words for a number that stand alone: "a couple". */
    otherNumbers: Words;
    /** Letters that are words as well. */
    lonely: string[];
    /** Words for a sign within a spelled code: "dash". */
    separators: Readonly<Record<string, string>>;
  };
  /** Sounds that mean nothing between spelled characters. */
  fillers: string[];
  dates: {
    months: Words;
    /** 0 is Sunday. */
    weekdays: Words;
    weekdaysShort: Words;
    relative: { words: string[]; days: number }[];
    units: Words;
    ordinals: Words;
    ordinalSuffixes: string[];
    the: string;
    of: string;
    in: string;
    on: string;
    a: string[];
    next: string;
    last: string;
    ago: string;
    this: string;
    week: string;
  };
  times: {
    am: string[];
    pm: string[];
    named: Readonly<Record<string, string>>;
    oclock: string[];
    half: string;
    quarter: string;
    minutes: string[];
    past: string[];
    to: string[];
    at: string[];
    morning: string[];
    afternoon: string[];
    night: string[];
    joiners: string[];
  };
  emails: { at: string[]; dot: string[]; joins: Readonly<Record<string, string>> };
  phones: { plus: string[] };
  choices: { last: string[]; first: string[]; nouns: string[]; stopWords: string[] };
  yes: RegExp[];
  no: RegExp[];
  /** Words before an answer that are not part of it. */
  leadIns: RegExp[];
  /** "my … is": alternatives of a pattern. */
  possessives: string;
  copulas: string;
  /** Words that show that "my … is" introduces an answer, beside those of the variable's own name. */
  genericNouns: string[];
  /** Lead-ins before a name only, and the words in a variable's name that show that it is one. */
  introductions: RegExp;
  names: string[];
  courtesies: RegExp;
  /** Words in the name or description of a variable whose answer can be a whole request: "the reason for your call". */
  statementWords: string[];
  /** The same, at the beginning of a description: "what happened". */
  statementStarts: string[];
  /** An utterance of nothing but these answers nothing. */
  emptyWords: string[];
  /** Words in a variable's name that make an answer without a digit unlikely. */
  digitWords: string[];
  /** In order: the first that fits counts. */
  intents: { intent: Intent; patterns: RegExp[] }[];
};
