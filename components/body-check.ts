import type { z } from "zod";
import { validationDetails } from "@/lib/platform/validation-details";
import { validationMessage } from "@/lib/platform/validation-messages";
import { ApiError } from "./api-error";

export { fieldText } from "./field-text";

/** The problems of a body, as the server would report them; null without any. */
export function findProblems(schema: z.ZodType, body: unknown): ApiError | null {
  const { error } = schema.safeParse(body, { error: validationMessage });
  if (error === undefined) return null;
  const details = validationDetails("body", error.issues, body);
  return new ApiError("Correct the form, then send it again.", {
    code: "validation_error",
    params: { count: details.length },
    details,
  });
}
