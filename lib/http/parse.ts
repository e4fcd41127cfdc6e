import type { z } from "zod";
import { type ErrorDetail, notFound, pointerOf, validationError } from "@/lib/platform/errors";
import { REQUIRED_MESSAGE, validationMessage } from "@/lib/platform/validation-messages";
import { isStorableText } from "./body";

/** Maximum details in one response. */
const MAX_DETAILS = 100;

type RequestPart = ErrorDetail["in"];
type Issue = z.core.$ZodIssue;

/** Issue codes that zod reports for a missing value. */
const MAY_BE_MISSING: ReadonlySet<string> = new Set(["invalid_type", "invalid_value", "invalid_union"]);

/**
 * Converts a zod issue to the API's details. A missing required field and an unknown one have separate codes.
 */
function detailsOf(place: RequestPart, issue: Issue, value: unknown): ErrorDetail[] {
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
  if (MAY_BE_MISSING.has(issue.code) && valueAt(value, issue.path) === undefined)
    return [detail("required", REQUIRED_MESSAGE)];
  if (issue.code === "custom") {
    const code = issue.params?.code;
    return [detail(typeof code === "string" ? code : "invalid", issue.message)];
  }
  return [detail(issue.code, issue.message)];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

/** Validates one part of a request. Problems are collected in `problems`, so that one response lists all. */
export function checkPart<T>(
  schema: z.ZodType<T>,
  place: RequestPart,
  value: unknown,
  problems: ErrorDetail[],
): T | undefined {
  const parsed = schema.safeParse(value, { error: validationMessage });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) problems.push(...detailsOf(place, issue, value));
  return undefined;
}

/** Validates path parameters. An invalid ID is an unknown one. */
export function checkParams<T>(schema: z.ZodType<T>, params: Record<string, unknown>): T {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

/** Parses the query to an object; a repeated parameter is a problem. */
export function queryOf(search: URLSearchParams, problems: ErrorDetail[]): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [key, value] of search) {
    const pointer = pointerOf([key]);
    if (Object.hasOwn(query, key))
      problems.push({ in: "query", pointer, code: "repeated", message: "Give this parameter once." });
    if (!isStorableText(value) || !isStorableText(key))
      problems.push({ in: "query", pointer, code: "invalid_text", message: "Leave out NUL characters." });
    query[key] = value;
  }
  return query;
}

/** Throws the 400 with all collected problems, if any. */
export function throwProblems(problems: readonly ErrorDetail[]): void {
  if (problems.length > 0) throw validationError(problems.slice(0, MAX_DETAILS));
}
