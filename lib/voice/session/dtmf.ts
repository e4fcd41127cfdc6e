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

const DATE_KEYS = 8;
const TIME_KEYS = 4;
/** Countries that write the month before the day. */
const MONTH_FIRST = /^en(?:-US)?$|-(?:US|PH|FM|MH|PW)$/i;

/** Typed digits as the conversation understands them: `12012026` is a date, `1430` a time. */
function typedText(keys: string, { kind, language }: Expectation): string {
  if (kind === "date" && keys.length === DATE_KEYS) {
    const [first, second, year] = [keys.slice(0, 2), keys.slice(2, 4), keys.slice(4)];
    return MONTH_FIRST.test(language) ? `${year}-${first}-${second}` : `${year}-${second}-${first}`;
  }
  if (kind === "time" && keys.length === TIME_KEYS) return `${keys.slice(0, 2)}:${keys.slice(2)}`;
  return keys;
}
/** A number of a fixed length needs no `#`. */
const isWhole = (keys: string, { digits }: Expectation): boolean =>
  keys.length >= MAX_KEYS || (digits !== undefined && keys.length === digits.max_length);

/** Appends a key. `#` completes the input, `*` restarts it. */
export function pressKey(keys: string, key: string, expectation: Expectation): DtmfInput {
  if (key === "*") return { keys: "", text: null };
  if (key === "#") return { keys: "", text: keys === "" ? null : typedText(keys, expectation) };
  const answer = keys === "" ? singleKeyAnswer(key, expectation) : null;
  if (answer !== null) return { keys: "", text: answer };
  const typed = keys + key;
  return isWhole(typed, expectation) ? { keys: "", text: typed } : { keys: typed, text: null };
}

/** Keypad input that ended without `#`, because no further key followed. */
export const completeKeys = (keys: string, expectation: Expectation): string | null =>
  keys === "" ? null : typedText(keys, expectation);

/** Kinds whose spoken answers the built-in transcriber often mishears: the keypad is offered with the question. */
const KEYPAD_FIRST: readonly Expectation["kind"][] = ["digits", "phone"];
export const isKeypadFirst = ({ kind }: Expectation): boolean => KEYPAD_FIRST.includes(kind);

/** The prompt that is part of the question. Null in languages without one. */
export const keypadFirstPrompt = ({ language, digits }: Expectation): string | null =>
  /^en\b/i.test(language)
    ? digits !== undefined && digits.min_length === digits.max_length
      ? "Please type it on the keypad. You can also say it."
      : "Please type it on the keypad, and then press the hash key. You can also say it."
    : null;

/**
 * The prompt that offers keys to a caller who was not understood; null if keys cannot answer the question.
 */
export function dtmfPrompt({ kind, choices = [], language }: Expectation): string | null {
  if (!/^en\b/i.test(language)) return null;
  if (kind === "yes_no") return "You can also press 1 for yes, or 2 for no.";
  if (kind === "choice" && choices.length > 0 && choices.length < 10)
    return `You can also press ${choices.map((choice, i) => `${i + 1} for ${choice}`).join(", ")}.`;
  if (kind === "date") {
    const order = MONTH_FIRST.test(language) ? "month, day and year" : "day, month and year";
    return `You can also type it on the keypad, ${order}, as eight digits, and then press the hash key.`;
  }
  if (kind === "time")
    return "You can also type it on the keypad, as four digits, and then press the hash key.";
  if (kind === "digits" || kind === "number" || kind === "phone")
    return "You can also type it on the keypad, and then press the hash key.";
  return null;
}
