import type { z } from "zod";
import { type ErrorDetail, notFound, problemIn, validationError } from "@/lib/platform/errors";
import { pointerOf } from "@/lib/platform/json-pointer";
import { requestDetails } from "@/lib/platform/request-details";
import { validationMessage } from "@/lib/platform/validation-messages";
import { isStorableText } from "./body";

/** Maximum details in one response. */
const MAX_DETAILS = 100;

/** Validates one part of a request. Problems are collected in `problems`, so that one response lists all. */
export function checkPart<T>(
  schema: z.ZodType<T>,
  place: ErrorDetail["in"],
  value: unknown,
  problems: ErrorDetail[],
): T | undefined {
  const parsed = schema.safeParse(value, { error: validationMessage });
  if (parsed.success) return parsed.data;
  problems.push(...requestDetails(place, parsed.error.issues, value));
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
    if (Object.hasOwn(query, key)) problems.push(problemIn("query", pointer, "repeated"));
    if (!isStorableText(value) || !isStorableText(key))
      problems.push(problemIn("query", pointer, "invalid_text"));
    query[key] = value;
  }
  return query;
}

/** Throws the 400 with all collected problems, if any. */
export function throwProblems(problems: readonly ErrorDetail[]): void {
  if (problems.length > 0) throw validationError(problems.slice(0, MAX_DETAILS));
}
