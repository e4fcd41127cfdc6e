import type { z } from "zod";
import type { ErrorDetail, MessageParams } from "@/lib/platform/errors";
import { isRecord } from "@/lib/platform/is-record";
import { pointerOf } from "@/lib/platform/json-pointer";
import { REQUIRED_MESSAGE, validationParams } from "@/lib/platform/validation-messages";

type Issue = z.core.$ZodIssue;

/** Issue codes that zod reports for a missing value. */
const MAY_BE_MISSING: ReadonlySet<string> = new Set(["invalid_type", "invalid_value", "invalid_union"]);

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

/**
 * Converts a zod issue to the API's details. A missing required field and an unknown one have separate codes.
 */
function detailsOf(place: ErrorDetail["in"], issue: Issue, value: unknown): ErrorDetail[] {
  const pointer = pointerOf(issue.path);
  const detail = (
    code: string,
    message: string,
    params: MessageParams | undefined,
    at = pointer,
  ): ErrorDetail => ({ in: place, pointer: at, code, message, ...(params && { reason: code, params }) });
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      detail(
        "unknown_field",
        place === "query" ? "This parameter is not known here." : "This field is not known here.",
        {},
        `${pointer}${pointerOf([key])}`,
      ),
    );
  }
  if (MAY_BE_MISSING.has(issue.code) && valueAt(value, issue.path) === undefined)
    return [detail("required", REQUIRED_MESSAGE, {})];
  if (issue.code === "custom") {
    const { code, reason, params } = issue.params ?? {};
    const problem = detail(typeof code === "string" ? code : "invalid", issue.message, undefined);
    if (typeof reason !== "string") return [problem];
    return [{ ...problem, reason, ...(isRecord(params) && { params: params as MessageParams }) }];
  }
  return [detail(issue.code, issue.message, validationParams(issue))];
}

/** The details of the issues of a value, in the API's codes and messages. */
export const validationDetails = (
  place: ErrorDetail["in"],
  issues: readonly Issue[],
  value: unknown,
): ErrorDetail[] => issues.flatMap((issue) => detailsOf(place, issue, value));
