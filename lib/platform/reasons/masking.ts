import type { ErrorReasons } from "./reason-table";

/** The errors of masking: code and sentence by reason. */
export const MASKING_ERRORS = {
  too_many_conversations: {
    code: "rate_limited",
    message: "This workspace requests too many long conversations at once. Try again in a moment.",
  },
  masking_failed: {
    code: "unavailable",
    message: "The conversation could not be masked. Try again in a moment.",
  },
} as const satisfies ErrorReasons;
