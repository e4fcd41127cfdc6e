import { pathOf } from "./json";
import type { ParsedTurn, ToolText } from "./parse-turns";
import { isTopicWord, stem, topicOf } from "./sentences";
import { canonicalize, tokenize } from "./tokens";
import type { MaskVariable, Span, Values } from "./turn";

/**
 * Finds the leaves of a tool turn that belong to a variable as a whole: a member with its name, or a leaf equal to its
 * value. The search finds values inside longer strings.
 */
export function findToolSpans(
  variable: MaskVariable,
  value: Values[string] | undefined,
  reading: ParsedTurn,
): Span[] {
  if (reading.tool.length === 0) return [];
  const name = canonicalize(variable.name);
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

/** The canonical values that a leaf is compared with: the variable's value, or all options of a choice. */
function charsOf({ type, choices }: MaskVariable, value: Values[string] | undefined): Set<string> {
  const values = type === "choice" ? (choices ?? []) : [value];
  return new Set(
    values.filter((item) => item !== null && item !== undefined).map((item) => canonicalize(String(item))),
  );
}

function isWhole(
  { part, memberNames, leaf }: ToolText,
  name: string,
  chars: ReadonlySet<string>,
  { type }: MaskVariable,
  topic: ReadonlySet<string>,
): boolean {
  if (part.startsWith("key:")) return false;
  if (memberNames.includes(name)) return true;
  if (typeof leaf === "boolean" || type === "boolean") {
    // All boolean arguments of a tool are masked (fail closed). Booleans in its result ("found": true) are masked only
    // under a related name. True and false are masked alike, as the mask would reveal the value otherwise.
    return typeof leaf === type && (part.startsWith("/arguments") || fits(part, topic));
  }
  const canonical = canonicalize(String(leaf));
  return canonical !== "" && chars.has(canonical);
}

const fits = (part: string, topic: ReadonlySet<string>): boolean =>
  tokenize(pathOf(part).join(" ")).some(
    (token) => token.kind === "word" && isTopicWord(stem(token.text), topic),
  );
