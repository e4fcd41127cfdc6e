import { fillPlaceholders } from "@/lib/agents/agents";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import { markData } from "@/lib/calls/conversation";
import type { Values } from "@/lib/masking";

type Variable = AgentConfig["variables"][number];
type Value = Values[string];

/** Maximum length of a value in a text. No spoken name, date or number is longer. */
const MAX_VALUE_CHARS = 300;

/** Formats a date and time as spoken in the agent's language. */
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

/** Stands for an unknown value; no configuration can contain this character. */
const GAP = "\u0000";
const PREPOSITIONS = new Set(
  "on behalf of,in regard to,with regard to,about,at,by,for,from,in,of,on,regarding,under,with".split(","),
);
/** Words of the longest preposition. */
const PREPOSITION_WORDS = 3;
const ARTICLES = ["a", "an", "the", "my", "our", "your", "this", "that", "number"];
/** Maximum words between a preposition and its value: "about your policy number ␀". */
const MAX_CONNECTORS = 4;

/**
 * Finds the start of the words that a gap leaves incomplete: its preposition and the variable's name, else
 * the gap itself.
 */
function findIncompleteStart(words: readonly string[], gap: number, connectors: ReadonlySet<string>): number {
  let end = gap;
  while (end > 0 && gap - end < MAX_CONNECTORS && connectors.has(words[end - 1]?.toLowerCase() ?? "")) end--;
  for (let length = PREPOSITION_WORDS; length > 0; length--) {
    const phrase = words.slice(Math.max(0, end - length), end);
    if (phrase.length === length && PREPOSITIONS.has(phrase.join(" ").toLowerCase())) return end - length;
  }
  return gap;
}

const PUNCTUATION = [".", ",", ";", ":", "!", "?"];

/** Removes the comma before a gap that nothing but punctuation follows: "Thank you for calling Acme, ␀." */
const dropCommas = (words: readonly string[]): string[] =>
  words.map((word, at) => {
    const next = words[at + 1];
    if (!next?.startsWith(GAP)) return word;
    const after = next.slice(GAP.length);
    const isClosed = after === "" ? at + 2 === words.length : PUNCTUATION.includes(after.charAt(0));
    return isClosed ? word.replace(/[,;:]$/, "") : word;
  });

/**
 * Removes unknown values from a sentence: "Hello {{name}}, welcome" becomes "Hello, welcome", and "I'm
 * calling about your policy {{policy}}." becomes "I'm calling."
 */
function closeGaps(text: string, names: readonly string[]): string {
  const connectors = new Set([...ARTICLES, ...names.flatMap((name) => name.toLowerCase().split("_"))]);
  const words = text.split(/[^\S\n]+/);
  const keptWords: string[] = [];
  for (const word of words) {
    const gap = keptWords.push(word) - 1;
    if (!word.includes(GAP)) continue;
    const isListed = keptWords[gap - 1] === "and" && keptWords[gap - 2] === GAP;
    const from = isListed ? gap - 2 : findIncompleteStart(keptWords, gap, connectors);
    // A gap after which a list can continue stays: "{{name}} and {{company}}".
    keptWords.splice(from, keptWords.length - from, from === gap ? word : word.slice(word.lastIndexOf(GAP)));
  }
  return dropCommas(keptWords)
    .join(" ")
    .replaceAll(GAP, "")
    .replaceAll(/[^\S\n]{2,}/g, " ")
    .replaceAll(/[^\S\n]([,.;:!?])/g, "$1")
    .trim();
}

/**
 * Fills the placeholders of an agent's prompt and greeting with the values known before the call. They do not
 * change during the call, as the built-in model recognizes its greeting by its words. In the prompt, a value
 * is marked as data, as it comes from outside, and an unknown one is named as unknown. The greeting omits
 * unknown values.
 */
export function fillAgent<T extends Pick<AgentConfig, "prompt" | "greeting" | "variables" | "language">>(
  config: T,
  values: Values,
): T {
  const variableOf = (name: string) => config.variables.find((variable) => variable.name === name);
  const isKnown = (name: string) => Object.hasOwn(values, name) && values[name] !== null;
  const promptValueOf = (name: string): string =>
    isKnown(name) ? markData(String(values[name]).slice(0, MAX_VALUE_CHARS)) : "(not known)";
  const greetingValueOf = (name: string): string => {
    const variable = variableOf(name);
    return variable === undefined || !isKnown(name)
      ? GAP
      : spokenValue(variable, values[name] ?? null, config.language);
  };
  const { prompt, greeting } = config;
  const names = config.variables.map(({ name }) => name);
  const filled = greeting === null ? null : fillPlaceholders(greeting, greetingValueOf);
  return {
    ...config,
    prompt: fillPlaceholders(prompt, promptValueOf),
    greeting: filled === null || filled === greeting ? filled : closeGaps(filled, names) || null,
  };
}
