/**
 * A simulated caller's behavior besides answering. It shows once in a conversation; the seed selects where.
 */
export type CallerHabit =
  /** Answers something unrelated, and is asked again. */
  | "misunderstands"
  /** Does not know one of the answers. */
  | "does_not_know"
  /** Gives a wrong value, and corrects it in the next utterance. */
  | "slips"
  /** Claims a mistake when everything is read back. */
  | "corrects"
  /** Answers several questions at once. */
  | "says_much"
  | "asks_to_repeat"
  | "asks_for_a_human"
  | "opts_out"
  /** Says goodbye in the middle of the conversation. */
  | "leaves"
  | "hangs_up"
  | "falls_silent";

export type Persona = {
  key: string;
  /** Fictional, like everything that a persona says. */
  name: string;
  /** How many repeated questions or unmet requests the persona accepts before hanging up. */
  patience: number;
  /** How the persona phrases an answer: the value only, politely, or chattily. */
  speechStyle: "terse" | "polite" | "chatty";
  /** How the persona says digits: `4815`, `four eight one five`, `double five`. */
  digits: "figures" | "words" | "doubled";
  behaviors: readonly CallerHabit[];
};

/**
 * The simulated callers. Their names are fictional, and their numbers come from the fictional range +1 212
 * 555 01xx.
 */
export const PERSONAS = [
  {
    key: "nora",
    name: "Nora Whitfield",
    patience: 3,
    speechStyle: "polite",
    digits: "figures",
    behaviors: [],
  },
  {
    key: "tomas",
    name: "Tomas Lindqvist",
    patience: 2,
    speechStyle: "terse",
    digits: "words",
    behaviors: [],
  },
  {
    key: "priya",
    name: "Priya Raman",
    patience: 4,
    speechStyle: "chatty",
    digits: "doubled",
    behaviors: ["says_much"],
  },
  {
    key: "walter",
    name: "Walter Osgood",
    patience: 5,
    speechStyle: "chatty",
    digits: "words",
    behaviors: ["asks_to_repeat", "misunderstands", "slips"],
  },
  {
    key: "ines",
    name: "Ines Carvalho",
    patience: 4,
    speechStyle: "polite",
    digits: "doubled",
    behaviors: ["corrects"],
  },
  {
    key: "marcus",
    name: "Marcus Bell",
    patience: 3,
    speechStyle: "terse",
    digits: "figures",
    behaviors: ["slips"],
  },
  {
    key: "greta",
    name: "Greta Holm",
    patience: 3,
    speechStyle: "polite",
    digits: "words",
    behaviors: ["does_not_know"],
  },
  {
    key: "dennis",
    name: "Dennis Achebe",
    patience: 1,
    speechStyle: "terse",
    digits: "figures",
    behaviors: ["asks_for_a_human"],
  },
  {
    key: "olga",
    name: "Olga Petrenko",
    patience: 4,
    speechStyle: "polite",
    digits: "doubled",
    behaviors: ["asks_for_a_human", "corrects"],
  },
  {
    key: "felix",
    name: "Felix Amadi",
    patience: 2,
    speechStyle: "terse",
    digits: "words",
    behaviors: ["opts_out"],
  },
  {
    key: "yuki",
    name: "Yuki Tanabe",
    patience: 3,
    speechStyle: "polite",
    digits: "figures",
    behaviors: ["leaves"],
  },
  {
    key: "sam",
    name: "Sam Everly",
    patience: 1,
    speechStyle: "terse",
    digits: "figures",
    behaviors: ["misunderstands", "hangs_up"],
  },
  {
    key: "lucia",
    name: "Lucia Ferrante",
    patience: 3,
    speechStyle: "chatty",
    digits: "words",
    behaviors: ["falls_silent"],
  },
] as const satisfies readonly Persona[];

export type PersonaKey = (typeof PERSONAS)[number]["key"];

/** Returns the persona of a key. */
export function personaOf(key: PersonaKey): Persona {
  const persona = PERSONAS.find((persona) => persona.key === key);
  if (persona === undefined) throw new Error(`There is no persona ${key}.`);
  return persona;
}
