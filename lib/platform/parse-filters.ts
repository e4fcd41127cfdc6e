import type { z } from "zod";
import { bodyProblem, type ErrorDetail, validationError } from "@/lib/platform/errors";
import { pointerOf } from "@/lib/platform/json-pointer";
import { requestDetails } from "@/lib/platform/request-details";
import { validationMessage } from "@/lib/platform/validation-messages";

/** A filter's code is always `invalid_format`; its reason names the rule. */
const toFilterProblem = (detail: ErrorDetail): ErrorDetail => ({ ...detail, code: "invalid_format" });

/** Parses the filters of a list in `field` of a body. Throws a 400 that names each invalid one. */
export function parseFilters<S extends z.ZodType>(schema: S, filters: unknown, field: string): z.output<S> {
  const parsed = schema.safeParse(filters, { error: validationMessage });
  if (parsed.success) return parsed.data;
  throw validationError(
    parsed.error.issues.flatMap((issue) => {
      const path = [field, ...issue.path];
      return issue.code === "unrecognized_keys"
        ? [bodyProblem(pointerOf([...path, ...issue.keys.slice(0, 1)]), "unknown_filter")]
        : requestDetails("body", [{ ...issue, path }], { [field]: filters }).map(toFilterProblem);
    }),
  );
}
