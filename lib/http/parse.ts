import type { z } from "zod";
import { type ErrorDetail, notFound, pointerOf, validationError } from "@/lib/platform/errors";
import { REQUIRED, sentence } from "@/lib/platform/sentences";
import { isKeepable } from "./body";

/** At most this many details in one answer: more help nobody. */
const MAX_DETAILS = 100;

type Place = ErrorDetail["in"];
type Issue = z.core.$ZodIssue;

/** What zod finds in a value that is not there, by what it should have been. */
const MAY_BE_MISSING: ReadonlySet<string> = new Set(["invalid_type", "invalid_value", "invalid_union"]);

/** One zod issue as the contract's details: a required field that is missing and an unknown one get codes of their own. */
function detailsOf(place: Place, issue: Issue, value: unknown): ErrorDetail[] {
  const pointer = pointerOf(issue.path);
  const detail = (code: string, message: string, at = pointer): ErrorDetail => ({
    in: place,
    pointer: at,
    code,
    message,
  });
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      detail(
        "unknown_field",
        place === "query" ? "This parameter is not known here." : "This field is not known here.",
        `${pointer}${pointerOf([key])}`,
      ),
    );
  }
  if (MAY_BE_MISSING.has(issue.code) && at(value, issue.path) === undefined)
    return [detail("required", REQUIRED)];
  if (issue.code === "custom") {
    const code = issue.params?.code;
    return [detail(typeof code === "string" ? code : "invalid", issue.message)];
  }
  return [detail(issue.code, issue.message)];
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

/** Checks one part of a request; what does not fit is collected into `problems`, so that one answer names everything. */
export function check<T>(
  schema: z.ZodType<T>,
  place: Place,
  value: unknown,
  problems: ErrorDetail[],
): T | undefined {
  const parsed = schema.safeParse(value, { error: sentence });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) problems.push(...detailsOf(place, issue, value));
  return undefined;
}

/** Path parameters: one that cannot be an id is an id that is not there. */
export function checkParams<T>(schema: z.ZodType<T>, params: Record<string, unknown>): T {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

/** The query as an object; a parameter given twice is named as a problem. */
export function queryOf(search: URLSearchParams, problems: ErrorDetail[]): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [key, value] of search) {
    const pointer = pointerOf([key]);
    if (Object.hasOwn(query, key))
      problems.push({ in: "query", pointer, code: "repeated", message: "Give this parameter once." });
    if (!isKeepable(value) || !isKeepable(key))
      problems.push({ in: "query", pointer, code: "invalid_text", message: "Leave out NUL characters." });
    query[key] = value;
  }
  return query;
}

/** Throws the 400 that names everything collected, if anything was. */
export function refuse(problems: readonly ErrorDetail[]): void {
  if (problems.length > 0) throw validationError(problems.slice(0, MAX_DETAILS));
}
