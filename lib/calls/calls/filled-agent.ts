import { fillPlaceholders } from "@/lib/agents/agents";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import { markData } from "@/lib/calls/conversation";
import type { Values } from "@/lib/masking";

type Variable = AgentConfig["variables"][number];
type Value = Values[string];

/** Of one value in a text; more is no name, day or number that anyone says in a sentence. */
const MAX_VALUE_CHARS = 300;

/** A day and a time as people read and say them, in the agent's language. */
function spokenDate(value: string, language: string): string {
  const at = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return value;
  const day = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language, day).format(at);
}
function spokenTime(value: string, language: string): string {
  const at = new Date(`1970-01-01T${value}:00Z`);
  if (Number.isNaN(at.getTime())) return value;
  return new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(
    at,
  );
}

function spokenValue({ type }: Variable, value: Value, language: string): string {
  const text = String(value ?? "").slice(0, MAX_VALUE_CHARS);
  if (type === "date") return spokenDate(text, language);
  return type === "time" ? spokenTime(text, language) : text;
}

/** Stands for an unknown value; no configuration can hold this character. */
const GAP = "\u0000";
const PREPOSITIONS = new Set(
  "on behalf of,in regard to,with regard to,about,at,by,for,from,in,of,on,regarding,under,with".split(","),
);
/** Words of the longest of them. */
const PREPOSITION_WORDS = 3;
const ARTICLES = ["a", "an", "the", "my", "our", "your", "this", "that", "number"];
/** Words between a preposition and its value: "about your policy number ␀". */
const MAX_BETWEEN = 4;

/** Where the words begin that a gap leaves incomplete: its preposition and the variable's own name; the gap itself where there are none. */
function incompleteFrom(words: readonly string[], gap: number, between: ReadonlySet<string>): number {
  let end = gap;
  while (end > 0 && gap - end < MAX_BETWEEN && between.has(words[end - 1]?.toLowerCase() ?? "")) end--;
  for (let length = PREPOSITION_WORDS; length > 0; length--) {
    const phrase = words.slice(Math.max(0, end - length), end);
    if (phrase.length === length && PREPOSITIONS.has(phrase.join(" ").toLowerCase())) return end - length;
  }
  return gap;
}

/**
 * A sentence without its unknown values: "Hello {{name}}, welcome" becomes "Hello, welcome", and "I'm calling
 * about your policy {{policy}}." becomes "I'm calling."
 */
function closeGaps(text: string, names: readonly string[]): string {
  const between = new Set([...ARTICLES, ...names.flatMap((name) => name.toLowerCase().split("_"))]);
  const words = text.split(/[^\S\n]+/);
  const kept: string[] = [];
  for (const word of words) {
    const gap = kept.push(word) - 1;
    if (!word.includes(GAP)) continue;
    const isListed = kept[gap - 1] === "and" && kept[gap - 2] === GAP;
    const from = isListed ? gap - 2 : incompleteFrom(kept, gap, between);
    // A gap that completes nothing stays as one, for a list that may go on: "{{name}} and {{company}}".
    kept.splice(from, kept.length - from, from === gap ? word : word.slice(word.lastIndexOf(GAP)));
  }
  return kept
    .join(" ")
    .replaceAll(GAP, "")
    .replaceAll(/[^\S\n]{2,}/g, " ")
    .replaceAll(/[^\S\n]([,.;:!?])/g, "$1")
    .trim();
}

/**
 * An agent's configuration with the placeholders of its prompt and greeting filled with what was known before the call.
 * They stay the same for the whole call: the built-in model knows its greeting by its words. In the prompt a value is
 * marked as data, as it comes from outside; what is not known is named as such. In the greeting it is left out.
 */
export function fillAgent<T extends Pick<AgentConfig, "prompt" | "greeting" | "variables" | "language">>(
  config: T,
  known: Values,
): T {
  const variableOf = (name: string) => config.variables.find((variable) => variable.name === name);
  const isKnown = (name: string) => Object.hasOwn(known, name) && known[name] !== null;
  const inPrompt = (name: string): string =>
    isKnown(name) ? markData(String(known[name]).slice(0, MAX_VALUE_CHARS)) : "(not known)";
  const inGreeting = (name: string): string => {
    const variable = variableOf(name);
    return variable === undefined || !isKnown(name)
      ? GAP
      : spokenValue(variable, known[name] ?? null, config.language);
  };
  const { prompt, greeting } = config;
  const names = config.variables.map(({ name }) => name);
  const filled = greeting === null ? null : fillPlaceholders(greeting, inGreeting);
  return {
    ...config,
    prompt: fillPlaceholders(prompt, inPrompt),
    greeting: filled === null || filled === greeting ? filled : closeGaps(filled, names) || null,
  };
}
