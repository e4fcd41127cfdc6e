/**
 * The kind of a sentence that is no answer. `intent` is a request ("I want to book a cleaning"), `topic` only names
 * its object ("an appointment"). `question` asks for a fact. `availability` asks for a time ("do you have anything on
 * Tuesday?"), and can contain a date. `identity` asks whether the agent is a machine.
 */
export type Talk =
  | "greeting"
  | "small_talk"
  | "intent"
  | "topic"
  | "question"
  | "availability"
  | "identity"
  | "correction"
  | "repeat"
  | "waiting";

/**
 * Frames of talk in one language, as word patterns (lib/calls/conversation/understand/word-patterns.ts). Words are
 * lower case, contractions are written out.
 */
export type TalkWords = {
  contractions: Readonly<Record<string, string>>;
  groups: Readonly<Record<string, string>>;
  /** Patterns at the beginning of a clause, after which the clause can continue with something else. */
  prefixes: Readonly<Partial<Record<Talk, readonly string[]>>>;
  /** Patterns of a whole clause. */
  whole: Readonly<Partial<Record<Talk, readonly string[]>>>;
  /** Patterns at the beginning of a clause that make all of it talk. The first kind that matches counts. */
  openings: readonly { talk: Talk; patterns: readonly string[] }[];
  /** The same, also after other words: "Ada Lovelace can I book a cleaning". */
  tails: readonly { talk: Talk; patterns: readonly string[] }[];
  /** Patterns that begin an answer within an opening or a tail: "I want to book a cleaning my name is …". */
  introductions: readonly string[];
  /** Words whose full stop ends no clause: "Dr. Lovelace". */
  abbreviations: readonly string[];
  /** Words that can stand before and after a whole clause of talk. */
  fillers: readonly string[];
};
