import type { Reading, ToolText } from "./document";
import { pathOf } from "./json";
import { stem, topicOf } from "./sentences";
import { canonical, tokenize } from "./tokens";
import type { MaskVariable, Span, Values } from "./turn";

/**
 * Leaves of a tool turn that are a variable's as a whole: under its name, or equal to its value. Values inside
 * longer strings are found by search.
 */
export function toolSpans(
  variable: MaskVariable,
  value: Values[string] | undefined,
  reading: Reading,
): Span[] {
  if (reading.tool.length === 0) return [];
  const name = canonical(variable.name);
  const chars = value === null || value === undefined ? "" : canonical(String(value));
  const topic = variable.type === "boolean" ? topicOf(variable) : new Set<string>();
  return reading.tool
    .filter((text) => isWhole(text, name, chars, value, topic))
    .map((text) => ({
      turn: reading.turn.index,
      part: text.part,
      start: 0,
      end: String(text.leaf).length,
      variable: variable.name,
    }));
}

function isWhole(
  { part, names, leaf }: ToolText,
  name: string,
  chars: string,
  value: Values[string] | undefined,
  topic: ReadonlySet<string>,
): boolean {
  if (part.startsWith("key:")) return false;
  if (names.includes(name)) return true;
  if (typeof leaf === "boolean" || typeof value === "boolean") {
    // What a tool is told about the caller is fail closed; its own flags ("found": true) need a name that fits.
    return leaf === value && (part.startsWith("/arguments") || fits(part, topic));
  }
  return chars !== "" && canonical(String(leaf)) === chars;
}

const fits = (part: string, topic: ReadonlySet<string>): boolean =>
  tokenize(pathOf(part).join(" ")).some((token) => token.kind === "word" && topic.has(stem(token.text)));
