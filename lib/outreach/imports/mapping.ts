import { type ErrorDetail, validationError } from "@/lib/platform/errors";
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

const FORMAT_MESSAGE =
  'Use column:field pairs with commas between them, or a JSON object, such as {"Tel.": "phone", "Plan": "attributes.plan"}.';
const FIELD_MESSAGE =
  "Use the fields phone, name, first_name, last_name, timezone, region, attributes, attributes.…, variables.…, consent.<purpose>.<channel>, consent_source, consent_at, consent_wording, consent_evidence, ignore.";

/** Parses the parameter `mapping` into fields by column. Returns a problem if it is invalid. */
export function parseMapping(
  text: string | undefined,
): { mapping: Record<string, Field> } | { problem: ErrorDetail } {
  const pairs = text === undefined ? [] : parsePairs(text);
  const problem = (code: string, message: string) => ({
    problem: { in: "query" as const, pointer: "/mapping", code, message },
  });
  if (pairs === null) return problem("invalid_format", FORMAT_MESSAGE);
  const mapping: Record<string, Field> = {};
  for (const [column, field] of pairs) {
    if (column.trim() === "") return problem("invalid_format", FORMAT_MESSAGE);
    if (typeof field !== "string" || !isField(field)) return problem("unknown_field", FIELD_MESSAGE);
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
