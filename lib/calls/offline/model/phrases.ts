import type { VariableType } from "@/lib/agents/agents/schema";

/** Sentences before the next question or at the end. */
export type Line =
  | "thanks"
  | "skipped"
  | "changed"
  | "toolFailed"
  | "toolDone"
  | "callbackSet"
  | "callbackFailed"
  | "noCallback"
  | "noted"
  | "anythingElse"
  | "stillThere"
  | "unheard"
  | "takeNote"
  | "hello"
  | "acknowledged"
  | "cannotAnswer"
  | "automated"
  | "sorry"
  | "takeYourTime";

/** One language of the built-in model, as data. `{…}` are slots; a value in a slot is marked as spoken. */
export type Script = {
  greeting: { named: string; introduced: string; unnamed: string; help: string };
  lines: Record<Line, string>;
  questions: {
    noun: string;
    nouns: string;
    clause: string;
    yesOrNo: string;
    /** How the second and the third try put it. `{it}` is a noun phrase or clause. */
    retries: { statement: string; question: string }[];
    hints: Record<VariableType, string>;
    digitsHint: string;
    choices: string;
    or: string;
    and: string;
  };
  description: {
    /** Begins a question in its own right when it also ends with a question mark. */
    clauseStarts: RegExp;
    determiners: RegExp;
    /** Boolean descriptions that begin with a verb: "has insurance". */
    verbs: Readonly<Record<string, string>>;
    instructions: RegExp;
    thirdPerson: RegExp;
    your: string;
    /** Remarks that builders write for readers, and that callers need not hear. */
    asides: RegExp;
    /** Ends the head of a noun phrase, to tell its number. */
    headEnds: RegExp;
    plural: RegExp;
  };
  readBack: { first: string; repeated: string; item: string; corrected: string };
  whichIsWrong: string[];
  callback: { when: string; time: string };
  closing: { successful: string; unsuccessful: string };
  values: {
    yes: string;
    no: string;
    weekdays: readonly string[];
    months: readonly string[];
    day: string;
    dayAndYear: string;
    am: string;
    pm: string;
    moment: string;
  };
  /** Words by which a caller names a variable of a type: "the date is wrong". */
  typeWords: Record<VariableType, string[]>;
  /** Words that name a value or judge it ("the", "wrong"): with a variable's name alone they are no new value. */
  namingWords: string[];
  /** Words that two sentences can share by chance. */
  commonWords: string[];
  summary: {
    gave: string;
    confirmed: string;
    missing: string;
    nothingKnown: string;
    talked: string;
    ran: string;
    failed: string;
    /** Sentences for the product's own tools, after success and failure. */
    tools: Readonly<Record<string, { ran: string; failed: string }>>;
    human: string;
  };
  reason: string;
};
