/** The words of one language with which a caller requests no more contact, or a person, as word patterns. */
export type WishWords = {
  /** Short forms, as whole words, and what they stand for. */
  contractions: Readonly<Record<string, string>>;
  /** Words that join two clauses. */
  joints: readonly string[];
  /** Behind one of these a wish may be someone else's, so that it counts only at the clause's beginning. */
  reports: readonly string[];
  /** Words that can precede a request without changing it. */
  leadIns: readonly string[];
  /** The same, at the beginning of a clause alone. */
  openings: readonly string[];
  /** The wishes themselves. Of `exact…` nothing else may follow. */
  cores: Readonly<
    Record<"request" | "exactRequest" | "maybe" | "exactMaybe" | "human" | "exactHuman", readonly string[]>
  >;
  /** Threats over several clauses, which say that contact is not wanted. */
  threats: Readonly<Record<"strong" | "weak", readonly string[]>>;
  /** Before a wish these make it a question about how to have it. */
  questions: readonly string[];
  /** A clause that ends with one of these quotes the next clause. */
  quotes: readonly string[];
  /** Persons whose quotes are their own wishes. */
  speakers: readonly string[];
  /** Words before a way to reach the caller that ask for it. */
  askers: readonly string[];
  /** Before what is wanted these refuse it. */
  refusals: readonly string[];
  /** Contact that is asked for; of `exact…` nothing else may follow. */
  wantWords: readonly string[];
  exactWanted: readonly string[];
  groups: Readonly<Record<string, string>>;
  /** Words that can follow a request without changing it. */
  tails: readonly string[];
  /** With these a new sentence begins, also where no full stop was heard. */
  beginnings: readonly string[];
  /** Words behind a wish that make it one about something else, or one for some hours. */
  qualifiers: string;
  /** Anywhere behind a wish for a person: it is none for now. */
  later: readonly string[];
};
