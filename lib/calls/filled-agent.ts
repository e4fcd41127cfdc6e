import { fillPlaceholders } from "@/lib/agents";
import type { AgentConfig } from "@/lib/agents/schema";
import { markData } from "@/lib/conversation";
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

/** A sentence without a word that nobody knows: "Hello {{name}}, welcome" greets the unknown with "Hello, welcome". */
const closeGaps = (text: string): string =>
  text
    .replaceAll(/[^\S\n]{2,}/g, " ")
    .replaceAll(/[^\S\n]([,.;:!?])/g, "$1")
    .trim();

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
      ? ""
      : spokenValue(variable, known[name] ?? null, config.language);
  };
  const { prompt, greeting } = config;
  const filled = greeting === null ? null : fillPlaceholders(greeting, inGreeting);
  return {
    ...config,
    prompt: fillPlaceholders(prompt, inPrompt),
    greeting: filled === null || filled === greeting ? filled : closeGaps(filled) || null,
  };
}
