import {
  BODY_NESTED_TOO_DEEP,
  LEAVE_OUT_NUL,
  PLACEHOLDER_IN_NAME,
  USE_JSON_TEMPLATE,
  USE_PLACEHOLDER_BRACES,
} from "@/lib/platform/reasons/fields/tools";
import { pairsProblem, renderPairs } from "./pairs";
import { type Arguments, argument, asText, fillTemplate, hasStrayBraces, PARAMETER_NAME } from "./template";

export type BodyFormat = "json" | "form";

/** Maximum depth of a JSON body: the walk below is recursive, and real requests are far below it. */
const MAX_DEPTH = 20;
/** Marks a string that stands for a whole value. Templates that contain it are rejected. */
const MARK = "\u0000";
const UNQUOTED = new RegExp(`\\{\\{\\s*(${PARAMETER_NAME})\\s*\\}\\}`, "y");

/** The format of a body by its content type; JSON by default; null if it is neither JSON nor a form. */
export function bodyFormat(contentType: string | undefined): BodyFormat | null {
  const type = (contentType ?? "application/json").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json" || /^application\/[a-z0-9.-]+\+json$/.test(type)) return "json";
  return type === "application/x-www-form-urlencoded" ? "form" : null;
}

/** Returns the problem of a body template, or null. */
export function bodyProblem(template: string, format: BodyFormat): string | null {
  if (format === "form") return pairsProblem(template);
  if (template.includes(MARK) || template.includes("\\u0000")) return LEAVE_OUT_NUL;
  const parsed = parseTemplate(template);
  if (parsed === undefined) return USE_JSON_TEMPLATE;
  return treeProblem(parsed, 0);
}

/**
 * Renders the body of one request. JSON: an unquoted `{{parameter}}` becomes the argument with its type (a
 * member with a missing argument is omitted); inside a string it becomes text. Form: values are
 * percent-encoded.
 */
export function renderBody(template: string, format: BodyFormat, args: Arguments): string {
  if (format === "form") return renderPairs(template, args);
  return JSON.stringify(renderTree(parseTemplate(template), args)) ?? "null";
}

/**
 * Parses the template as JSON with unquoted placeholders replaced by marked strings; undefined if it is
 * invalid.
 */
function parseTemplate(template: string): unknown {
  let json = "";
  let inString = false;
  for (let at = 0; at < template.length; at++) {
    const char = template[at] ?? "";
    UNQUOTED.lastIndex = at;
    const match = !inString && char === "{" ? UNQUOTED.exec(template) : null;
    if (match !== null) {
      json += JSON.stringify(MARK + match[1]);
      at = UNQUOTED.lastIndex - 1;
      continue;
    }
    if (char === '"') inString = !inString;
    json += char;
    if (inString && char === "\\") json += template[++at] ?? "";
  }
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function treeProblem(node: unknown, depth: number): string | null {
  if (depth > MAX_DEPTH) return BODY_NESTED_TOO_DEEP;
  if (typeof node === "string") {
    return !node.startsWith(MARK) && hasStrayBraces(node) ? USE_PLACEHOLDER_BRACES : null;
  }
  if (typeof node !== "object" || node === null) return null;
  if (!Array.isArray(node) && Object.keys(node).some((key) => key.includes("{{") || key.startsWith(MARK))) {
    return PLACEHOLDER_IN_NAME;
  }
  for (const child of Object.values(node)) {
    const problem = treeProblem(child, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function renderTree(node: unknown, args: Arguments): unknown {
  if (typeof node === "string") {
    if (node.startsWith(MARK)) return argument(args, node.slice(MARK.length));
    return fillTemplate(node, (name) => asText(argument(args, name)));
  }
  if (Array.isArray(node)) return node.map((child) => renderTree(child, args) ?? null);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, renderTree(child, args)]));
}
