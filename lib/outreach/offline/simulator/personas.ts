/** What a simulated caller does once in a conversation, beside answering. Where in it, the seed decides. */
export type Habit =
  /** Answers with something else, and is asked again. */
  | "misunderstands"
  /** Does not know one of the answers. */
  | "does_not_know"
  /** Gives a wrong value, and corrects it with the next words. */
  | "slips"
  /** Finds a mistake when everything is read back. */
  | "corrects"
  /** Answers several questions with the first answer. */
  | "says_much"
  | "asks_to_repeat"
  | "asks_for_a_human"
  | "opts_out"
  /** Says goodbye in mid-conversation. */
  | "leaves"
  | "hangs_up"
  | "falls_silent";

export type Persona = {
  key: string;
  /** Made up, like everything that a persona says. */
  name: string;
  /** How many questions that are put again, or wishes that are not met, they stand before they hang up. */
  patience: number;
  /** How they put an answer: the value alone, with courtesy, with words around it. */
  manner: "terse" | "polite" | "chatty";
  /** How they say digits: `4815`, `four eight one five`, `double five`. */
  digits: "figures" | "words" | "doubled";
  habits: readonly Habit[];
};

/** The people who call. Names are nobody's; numbers come from +1 212 555 01xx, which are given to nobody. */
export const PERSONAS = [
  { key: "nora", name: "Nora Whitfield", patience: 3, manner: "polite", digits: "figures", habits: [] },
  { key: "tomas", name: "Tomas Lindqvist", patience: 2, manner: "terse", digits: "words", habits: [] },
  {
    key: "priya",
    name: "Priya Raman",
    patience: 4,
    manner: "chatty",
    digits: "doubled",
    habits: ["says_much"],
  },
  {
    key: "walter",
    name: "Walter Osgood",
    patience: 5,
    manner: "chatty",
    digits: "words",
    habits: ["asks_to_repeat", "misunderstands", "slips"],
  },
  {
    key: "ines",
    name: "Ines Carvalho",
    patience: 4,
    manner: "polite",
    digits: "doubled",
    habits: ["corrects"],
  },
  { key: "marcus", name: "Marcus Bell", patience: 3, manner: "terse", digits: "figures", habits: ["slips"] },
  {
    key: "greta",
    name: "Greta Holm",
    patience: 3,
    manner: "polite",
    digits: "words",
    habits: ["does_not_know"],
  },
  {
    key: "dennis",
    name: "Dennis Achebe",
    patience: 1,
    manner: "terse",
    digits: "figures",
    habits: ["asks_for_a_human"],
  },
  {
    key: "olga",
    name: "Olga Petrenko",
    patience: 4,
    manner: "polite",
    digits: "doubled",
    habits: ["asks_for_a_human", "corrects"],
  },
  { key: "felix", name: "Felix Amadi", patience: 2, manner: "terse", digits: "words", habits: ["opts_out"] },
  { key: "yuki", name: "Yuki Tanabe", patience: 3, manner: "polite", digits: "figures", habits: ["leaves"] },
  {
    key: "sam",
    name: "Sam Everly",
    patience: 1,
    manner: "terse",
    digits: "figures",
    habits: ["misunderstands", "hangs_up"],
  },
  {
    key: "lucia",
    name: "Lucia Ferrante",
    patience: 3,
    manner: "chatty",
    digits: "words",
    habits: ["falls_silent"],
  },
] as const satisfies readonly Persona[];

export type PersonaKey = (typeof PERSONAS)[number]["key"];

/** The persona of a key. */
export function personaOf(key: PersonaKey): Persona {
  const found = PERSONAS.find((persona) => persona.key === key);
  if (found === undefined) throw new Error(`There is no persona ${key}.`);
  return found;
}
