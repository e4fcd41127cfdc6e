import type { Reading, ToolText } from "./document";
import { pathOf } from "./json";
import { isOfTopic, stem, topicOf } from "./sentences";
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
  const chars = charsOf(variable, value);
  const topic = variable.type === "boolean" ? topicOf(variable) : new Set<string>();
  return reading.tool
    .filter((text) => isWhole(text, name, chars, variable, topic))
    .map((text) => ({
      turn: reading.turn.index,
      part: text.part,
      start: 0,
      end: String(text.leaf).length,
      variable: variable.name,
    }));
}

/** What a leaf is compared with: the value, and every option of a choice, whichever was chosen. */
function charsOf({ type, choices }: MaskVariable, value: Values[string] | undefined): Set<string> {
  const values = type === "choice" ? (choices ?? []) : [value];
  return new Set(
    values.filter((one) => one !== null && one !== undefined).map((one) => canonical(String(one))),
  );
}

function isWhole(
  { part, names, leaf }: ToolText,
  name: string,
  chars: ReadonlySet<string>,
  { type }: MaskVariable,
  topic: ReadonlySet<string>,
): boolean {
  if (part.startsWith("key:")) return false;
  if (names.includes(name)) return true;
  if (typeof leaf === "boolean" || type === "boolean") {
    // What a tool is told about the caller is fail closed; its own flags ("found": true) need a name that fits. Yes and
    // no are masked alike, as the mask would tell the value otherwise.
    return typeof leaf === type && (part.startsWith("/arguments") || fits(part, topic));
  }
  const said = canonical(String(leaf));
  return said !== "" && chars.has(said);
}

const fits = (part: string, topic: ReadonlySet<string>): boolean =>
  tokenize(pathOf(part).join(" ")).some(
    (token) => token.kind === "word" && isOfTopic(stem(token.text), topic),
  );
