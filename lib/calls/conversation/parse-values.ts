import { CARD_LABEL, scrubCardText, type Values } from "@/lib/masking";
import type { ModelVariable } from "./model-contract";
import { understand } from "./understand";

/** Maximum characters of a value. A longer text is no answer to a question. */
export const MAX_VALUE_CHARS = 1_000;

type Value = NonNullable<Values[string]>;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const CANONICAL: Partial<Record<ModelVariable["type"], RegExp>> = {
  date: DATE,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  phone: /^\+[1-9]\d{7,14}$/,
  email: /^[^\s@]{1,64}@[^\s@][^\s@.]*\.[^\s@]+$/,
};

/** Whether the day exists. JavaScript reads 30 February as 2 March. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/**
 * Converts a model's value to the variable's type, or null if that is impossible. Canonical forms pass; other
 * text is parsed like a caller's words. A payment card is never a value, and neither is its mask: a variable
 * with a value would no longer protect the caller's other words.
 */
export function normalizeValue(variable: ModelVariable, value: unknown, now: Date): Value | null {
  if (variable.type === "number" && typeof value === "number" && Number.isFinite(value)) return value;
  if (variable.type === "boolean" && typeof value === "boolean") return value;
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  const text = String(value).normalize("NFC").trim().slice(0, MAX_VALUE_CHARS);
  if (text === "" || text.includes(CARD_LABEL) || scrubCardText(text) !== text) return null;
  if (variable.type === "string") return text;
  if (variable.type === "choice") return normalizeChoice(variable, text, now);
  if (CANONICAL[variable.type]?.test(text))
    return variable.type !== "date" || isDay(text) ? normalizeCase(variable, text) : null;
  return understand(variable, text, now)?.value ?? null;
}

const normalizeCase = (variable: ModelVariable, text: string): string =>
  variable.type === "email" ? text.toLowerCase() : text;

function normalizeChoice(variable: ModelVariable, text: string, now: Date): Value | null {
  const match = variable.choices?.find((option) => option.toLowerCase() === text.toLowerCase());
  return match ?? understand(variable, text, now)?.value ?? null;
}

/**
 * Parses the values of an object from a model by the agent's variables. Unknown names and unusable values are
 * omitted.
 */
export function parseValues(variables: readonly ModelVariable[], input: unknown, now: Date): Values {
  if (typeof input !== "object" || input === null) return {};
  const values: Values = {};
  for (const variable of variables) {
    if (!Object.hasOwn(input, variable.name)) continue;
    const value = normalizeValue(variable, (input as Record<string, unknown>)[variable.name], now);
    if (value !== null) values[variable.name] = value;
  }
  return values;
}
