import type { Finding } from "./schema";

/** A finding that passed. */
export const passedFinding = (code: string, message: string, subject: string | null = null): Finding => ({
  ok: true,
  code,
  subject,
  message,
});

/** A finding that failed. Its message says what to do. */
export const failedFinding = (code: string, message: string, subject: string | null = null): Finding => ({
  ...passedFinding(code, message, subject),
  ok: false,
});
