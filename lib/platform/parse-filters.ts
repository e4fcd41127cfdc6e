import type { z } from "zod";
import { bodyProblem, pointerOf, validationError } from "@/lib/platform/errors";

/** Parses the filters of a list in `field` of a body. Throws a 400 that names each invalid one. */
export function parseFilters<S extends z.ZodType>(schema: S, filters: unknown, field: string): z.output<S> {
  const parsed = schema.safeParse(filters);
  if (parsed.success) return parsed.data;
  throw validationError(
    parsed.error.issues.map((issue) =>
      issue.code === "unrecognized_keys"
        ? bodyProblem(
            pointerOf([field, ...issue.path, ...issue.keys.slice(0, 1)]),
            "unknown_field",
            "This list has no such filter, or it cannot be stored.",
          )
        : bodyProblem(pointerOf([field, ...issue.path]), "invalid_format", issue.message),
    ),
  );
}
