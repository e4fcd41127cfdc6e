import { type ErrorDetail, problemIn, validationError } from "@/lib/platform/errors";
import { type Field, isField } from "./fields";

function parsePairs(text: string): [string, unknown][] | null {
  if (text.trimStart().startsWith("{")) {
    try {
      return Object.entries(JSON.parse(text) as object);
    } catch {
      return null;
    }
  }
  return text.split(",").map((pair): [string, string] => {
    const colon = pair.lastIndexOf(":");
    return [pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1).trim()];
  });
}

/** Parses the parameter `mapping` into fields by column. Returns a problem if it is invalid. */
export function parseMapping(
  text: string | undefined,
): { mapping: Record<string, Field> } | { problem: ErrorDetail } {
  const pairs = text === undefined ? [] : parsePairs(text);
  const problem = (reason: "mapping_invalid" | "mapping_field_unknown") => ({
    problem: problemIn("query", "/mapping", reason),
  });
  if (pairs === null) return problem("mapping_invalid");
  const mapping: Record<string, Field> = {};
  for (const [column, field] of pairs) {
    if (column.trim() === "") return problem("mapping_invalid");
    if (typeof field !== "string" || !isField(field)) return problem("mapping_field_unknown");
    mapping[column.trim()] = field;
  }
  return { mapping };
}

/** Parses the mapping of a query. Throws a 400 that names it, together with the query's other problems. */
export function requireMapping(
  text: string | undefined,
  otherProblems: readonly ErrorDetail[] = [],
): Record<string, Field> {
  const read = parseMapping(text);
  if ("mapping" in read && otherProblems.length === 0) return read.mapping;
  throw validationError([...("problem" in read ? [read.problem] : []), ...otherProblems]);
}
