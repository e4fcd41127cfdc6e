import type { Expectation } from "../providers/port";

/** What a telephone's keypad has. */
export const KEYS = /^[0-9*#]$/;
/** Nobody needs longer from one key to the next; whoever has ended can say so with #. */
export const KEY_PAUSE_MS = 2_000;
/** The longest number that anybody types: a card's, an IBAN's digits. */
const MOST_KEYS = 32;

/** What keys mean so far: `text` once they are an answer, `keys` while more may come. */
export type Keyed = { keys: string; text: string | null };

/** What one key answers by itself, where it does: yes or no, one of few choices. */
function alone(key: string, { kind, choices = [] }: Expectation): string | null {
  if (kind === "yes_no") return { "1": "yes", "2": "no" }[key] ?? null;
  if (kind === "choice" && choices.length < 10) return choices[Number(key) - 1] ?? null;
  return null;
}

/** Nine is the ninth of as many choices, and a digit of what is typed. */
const NINE = 9;
/** Whether a 9 can answer this: then it is an answer, and no refusal of a recording. */
export const takesNine = ({ kind, choices = [] }: Expectation): boolean =>
  kind === "choice"
    ? choices.length >= NINE
    : kind === "digits" || kind === "number" || kind === "phone" || kind === "date" || kind === "time";

/** A key behind those before it. `#` ends what was typed, `*` begins it anew. */
export function pressKey(keys: string, key: string, expectation: Expectation): Keyed {
  if (key === "*") return { keys: "", text: null };
  if (key === "#") return { keys: "", text: keys === "" ? null : keys };
  const answer = keys === "" ? alone(key, expectation) : null;
  if (answer !== null) return { keys: "", text: answer };
  const typed = keys + key;
  return typed.length >= MOST_KEYS ? { keys: "", text: typed } : { keys: typed, text: null };
}

/** How an answer by keys is offered to somebody whose words were not understood; null where keys cannot answer. */
export function keysOffer({ kind, choices = [], language }: Expectation): string | null {
  if (!/^en\b/i.test(language)) return null;
  if (kind === "yes_no") return "You can also press 1 for yes, or 2 for no.";
  if (kind === "choice" && choices.length > 0 && choices.length < 10)
    return `You can also press ${choices.map((choice, i) => `${i + 1} for ${choice}`).join(", ")}.`;
  if (kind === "digits" || kind === "number" || kind === "phone")
    return "You can also type it on the keypad, and then press the hash key.";
  return null;
}
