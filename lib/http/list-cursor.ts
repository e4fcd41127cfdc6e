import { createHash } from "node:crypto";
import { problemIn, validationError } from "@/lib/platform/errors";
import { pageQuery } from "@/lib/platform/schema";
import type { CheckedInput } from "./input";
import type { Spec } from "./spec";

/** Characters of base64url: 48 bits, as a check guards against mistakes and protects nothing. */
const CHECK_CHARS = 8;
/** Not part of base64url, so that the last one ends the position. */
const SEPARATOR = ".";

type Query = Readonly<Record<string, unknown>>;

/** Identifies a list: the route, the path's parameters, and the filters and sorting of the query. */
function checkOf({ summary }: Spec, { params, query }: CheckedInput): string {
  const filters = Object.entries(query as Query)
    .filter(([name, value]) => !(name in pageQuery) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const list = JSON.stringify([summary, params, filters]);
  return createHash("sha256").update(list).digest("base64url").slice(0, CHECK_CHARS);
}

/**
 * Returns the input with the position of its cursor, which `bindCursor` has bound to the list. Throws a `validation_error` at
 * the query's `/cursor` if the cursor is of another list, or of this list with other filters.
 */
export function openCursor(spec: Spec, input: CheckedInput): CheckedInput {
  const { cursor } = (input.query ?? {}) as { cursor?: unknown };
  if (typeof cursor !== "string") return input;
  const at = cursor.lastIndexOf(SEPARATOR);
  if (at === -1 || cursor.slice(at + 1) !== checkOf(spec, input))
    throw validationError([problemIn("query", "/cursor", "cursor_invalid")]);
  return { ...input, query: { ...(input.query as Query), cursor: cursor.slice(0, at) } as never };
}

/** Returns a list's result with its next cursor bound to the list. Other results are returned unchanged. */
export function bindCursor(spec: Spec, input: CheckedInput, result: unknown): unknown {
  if (typeof result !== "object" || result === null) return result;
  const { next_cursor: next } = result as { next_cursor?: unknown };
  if (typeof next !== "string") return result;
  return { ...result, next_cursor: next + SEPARATOR + checkOf(spec, input) };
}
