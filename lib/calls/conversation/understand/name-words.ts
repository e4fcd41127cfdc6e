/** The words of one language that tell a person's name from other words. All are lower case. */
export type NameWords = {
  /** Words for a name in a variable's name or description. */
  names: readonly string[];
  /** Before "name", or behind "name of", they make it the name of a thing. */
  things: readonly string[];
  nameOf: string;
  /** Words before a name that introduce it: "my name is", "this is". */
  introducers: readonly string[];
  /** Before "is" they name the subject of a sentence: "my account is blocked". */
  possessives: readonly string[];
  /** Before a name they make it the agent's: "your name is". */
  agentPossessives: readonly string[];
  /** Words behind a name that end it: "Ada Lovelace speaking". */
  followers: readonly string[];
  /** The same, behind an introduced name or a name of several words. */
  joints: readonly string[];
  /** Words that are in no name, also where they are written with a capital. */
  never: readonly string[];
  /** Words that are in no name, unless every word of it has a capital: "An Nguyen". */
  unlikely: readonly string[];
  /** Joins two names. */
  and: string;
  /** The ending of a verb form ("calling"), and the names that have it. */
  verbEnding: string;
  verbLikeNames: readonly string[];
};
