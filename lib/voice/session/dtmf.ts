import type { Expectation } from "@/lib/agents/providers/schema";

/** The keys of a telephone. */
export const KEYS = /^[0-9*#]$/;
/** Maximum pause between two keys; # ends the input earlier. */
export const KEY_PAUSE_MS = 2_000;
/** Maximum digits of a typed number: a card's or an IBAN's. */
const MAX_KEYS = 32;

/** The meaning of the keys so far: `text` for a complete answer, `keys` while more can follow. */
export type DtmfInput = { keys: string; text: string | null };

/** The answer of a single key, if any: yes or no, or one of few choices. */
function singleKeyAnswer(key: string, { kind, choices = [] }: Expectation): string | null {
  if (kind === "yes_no") return { "1": "yes", "2": "no" }[key] ?? null;
  if (kind === "choice" && choices.length < 10) return choices[Number(key) - 1] ?? null;
  return null;
}

/** Nine selects the ninth choice, and is a digit of a typed number. */
const NINE = 9;
/** Whether a 9 can answer this question: then it is an answer, and not a refusal of a recording. */
export const acceptsNine = ({ kind, choices = [] }: Expectation): boolean =>
  kind === "choice"
    ? choices.length >= NINE
    : kind === "digits" || kind === "number" || kind === "phone" || kind === "date" || kind === "time";

/** Appends a key. `#` completes the input, `*` restarts it. */
export function pressKey(keys: string, key: string, expectation: Expectation): DtmfInput {
  if (key === "*") return { keys: "", text: null };
  if (key === "#") return { keys: "", text: keys === "" ? null : keys };
  const answer = keys === "" ? singleKeyAnswer(key, expectation) : null;
  if (answer !== null) return { keys: "", text: answer };
  const typed = keys + key;
  return typed.length >= MAX_KEYS ? { keys: "", text: typed } : { keys: typed, text: null };
}

/**
 * The prompt that offers keys to a caller who was not understood; null if keys cannot answer the question.
 */
export function dtmfPrompt({ kind, choices = [], language }: Expectation): string | null {
  if (!/^en\b/i.test(language)) return null;
  if (kind === "yes_no") return "You can also press 1 for yes, or 2 for no.";
  if (kind === "choice" && choices.length > 0 && choices.length < 10)
    return `You can also press ${choices.map((choice, i) => `${i + 1} for ${choice}`).join(", ")}.`;
  if (kind === "digits" || kind === "number" || kind === "phone")
    return "You can also type it on the keypad, and then press the hash key.";
  return null;
}
