import type { ModelVariable, ParleyMetadata } from "@/lib/calls/conversation/model-contract";
import type { Value } from "@/lib/calls/conversation/understand";
import type { Script } from "./phrases";

/** A piece of what is said: words, or a value of a variable. */
export type Part = string | { variable: string; spokenText: string };
export type Speech = { text: string; speaks: ParleyMetadata["speaks"] };

const SLOT = /\{(\w+)\}/;

/** A template with its slots filled; an unknown slot is empty. */
export function fill(template: string, slots: Readonly<Record<string, readonly Part[]>>): Part[] {
  return template.split(SLOT).flatMap((piece, i) => (i % 2 === 0 ? [piece] : [...(slots[piece] ?? [])]));
}

/** Sentences as one text, and where it says a value. */
export function compose(sentences: readonly (readonly Part[])[]): Speech {
  let text = "";
  const speaks: Speech["speaks"] = [];
  for (const sentence of sentences) {
    if (text !== "" && sentence.length > 0) text += " ";
    for (const part of sentence) {
      const start = text.length;
      text += typeof part === "string" ? part : part.spokenText;
      if (typeof part !== "string") speaks.push({ variable: part.variable, start, end: text.length });
    }
  }
  return { text, speaks };
}

/** "a, b and c" */
export function listed(items: readonly (readonly Part[])[], last: string): Part[] {
  return items.flatMap((item, i) =>
    i === 0 ? item : [i === items.length - 1 ? ` ${last} ` : ", ", ...item],
  );
}

/** A name as words: "account_number" → "account number". */
export const label = (name: string): string => name.replaceAll("_", " ");

// Longer codes are read as written, as callers cannot follow forty single characters.
const MAX_SPELLED_CHARS = 24;

function sayString(value: string): string {
  const spelled = /^(?=.*\d)[\p{L}\d]+$/u.test(value) && value.length <= MAX_SPELLED_CHARS;
  return spelled ? [...value].join(" ") : value;
}

export function sayDate(value: string, now: Date, script: Script): string {
  const day = new Date(`${value}T00:00:00.000Z`);
  if (Number.isNaN(day.getTime())) return value;
  const { weekdays, months, day: near, dayAndYear } = script.values;
  const slots = {
    weekday: [weekdays[day.getUTCDay()] ?? ""],
    day: [String(day.getUTCDate())],
    month: [months[day.getUTCMonth()] ?? ""],
    year: [String(day.getUTCFullYear())],
  };
  return fill(day.getUTCFullYear() === now.getUTCFullYear() ? near : dayAndYear, slots).join("");
}

export function sayTime(value: string, script: Script): string {
  const [hour = 0, minute = 0] = value.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? script.values.am : script.values.pm}`;
}

function sayPhone(value: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(value);
  return american ? `+1 ${american.slice(1).join(" ")}` : value.replace(/(\d{3})(?=\d)/g, "$1 ");
}

/** A normalized value as read to the caller. */
export function sayValue(
  variable: Pick<ModelVariable, "type">,
  value: Value,
  now: Date,
  script: Script,
): string {
  if (typeof value === "boolean") return value ? script.values.yes : script.values.no;
  if (typeof value === "number") return String(value);
  const by: Partial<Record<ModelVariable["type"], () => string>> = {
    string: () => sayString(value),
    date: () => sayDate(value, now, script),
    time: () => sayTime(value, script),
    phone: () => sayPhone(value),
  };
  return by[variable.type]?.() ?? value;
}
