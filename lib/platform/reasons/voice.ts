import type { ErrorReasons } from "./reason-table";

/** The errors of voice: code and sentence by reason. */
export const VOICE_ERRORS = {
  voice_sample_failed: {
    code: "unavailable",
    message: "The voice could not speak just now. Try again shortly.",
  },
} as const satisfies ErrorReasons;
