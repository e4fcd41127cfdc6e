import type { Reading, ToolText } from "./document";
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
  { part, member, leaf }: ToolText,
  name: string,
  chars: string,
  value: Values[string] | undefined,
  topic: ReadonlySet<string>,
): boolean {
  if (part.startsWith("key:")) return false;
  if (member !== null && canonical(member) === name) return true;
  if (typeof leaf === "boolean" || typeof value === "boolean") {
    // What a tool is told about the caller is fail closed; its own flags ("found": true) need a name that fits.
    return leaf === value && (part.startsWith("/arguments") || fits(member, topic));
  }
  return chars !== "" && canonical(String(leaf)) === chars;
}

const fits = (member: string | null, topic: ReadonlySet<string>): boolean =>
  member !== null && tokenize(member).some((token) => token.kind === "word" && topic.has(stem(token.text)));
