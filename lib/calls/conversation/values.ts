import { CARD_LABEL, scrubCardText, type Values } from "@/lib/masking";
import type { ModelVariable } from "./model-contract";
import { understand } from "./understand";

/** A value longer than this is no answer to a question. */
export const MAX_VALUE_CHARS = 1_000;

type Value = NonNullable<Values[string]>;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const CANONICAL: Partial<Record<ModelVariable["type"], RegExp>> = {
  date: DATE,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  phone: /^\+[1-9]\d{7,14}$/,
  email: /^[^\s@]{1,64}@[^\s@][^\s@.]*\.[^\s@]+$/,
};

/** Whether the calendar has that day: JavaScript reads 30 February as 2 March. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/**
 * A model's value as the variable's type has it, or null where it is none: canonical forms pass, anything else is
 * read as if a caller had said it. A payment card is never a value, nor is what stands for one that was taken out: a variable
 * that counts as known would no longer protect what else was said.
 */
export function normalise(variable: ModelVariable, value: unknown, now: Date): Value | null {
  if (variable.type === "number" && typeof value === "number" && Number.isFinite(value)) return value;
  if (variable.type === "boolean" && typeof value === "boolean") return value;
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  const text = String(value).normalize("NFC").trim().slice(0, MAX_VALUE_CHARS);
  if (text === "" || text.includes(CARD_LABEL) || scrubCardText(text) !== text) return null;
  if (variable.type === "string") return text;
  if (variable.type === "choice") return choice(variable, text, now);
  if (CANONICAL[variable.type]?.test(text))
    return variable.type !== "date" || isDay(text) ? lower(variable, text) : null;
  return understand(variable, text, now)?.value ?? null;
}

const lower = (variable: ModelVariable, text: string): string =>
  variable.type === "email" ? text.toLowerCase() : text;

function choice(variable: ModelVariable, text: string, now: Date): Value | null {
  const same = variable.choices?.find((one) => one.toLowerCase() === text.toLowerCase());
  return same ?? understand(variable, text, now)?.value ?? null;
}

/** The values of an object that a model gave, by the agent's variables; unknown names and unusable values are left out. */
export function valuesFrom(variables: readonly ModelVariable[], given: unknown, now: Date): Values {
  if (typeof given !== "object" || given === null) return {};
  const values: Values = {};
  for (const variable of variables) {
    if (!Object.hasOwn(given, variable.name)) continue;
    const value = normalise(variable, (given as Record<string, unknown>)[variable.name], now);
    if (value !== null) values[variable.name] = value;
  }
  return values;
}
