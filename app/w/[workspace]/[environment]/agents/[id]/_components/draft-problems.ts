import { ApiError } from "@/components/api-error";
import { UpdateAgent } from "@/lib/agents/agents/schema";
import type { ErrorDetail } from "@/lib/platform/errors";
import { validationDetails } from "@/lib/platform/validation-details";
import { validationMessage } from "@/lib/platform/validation-messages";
import type { Changes } from "./draft-changes";
import type { Problems } from "./draft-store";

export { fieldText } from "@/components/field-text";

/** The problems of changes by field, as the server would report them. */
export function problemsOf(
  changes: Changes,
  textOf: (detail: ErrorDetail, path: string) => string,
): Problems {
  const { error } = UpdateAgent.safeParse(changes, { error: validationMessage });
  if (error === undefined) return {};
  return new ApiError("", { details: validationDetails("body", error.issues, changes) }).fields(textOf);
}
