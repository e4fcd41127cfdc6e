import { z } from "zod";

/**
 * The result of one check: passed, or what to do. `subject`: the number, model, voice or host that it
 * concerns; null for the whole integration.
 */
export const Finding = z.strictObject({
  /** Whether the check passed. */
  ok: z.boolean(),
  /** Name of the check or of the problem, for programs. */
  code: z.string(),
  /** The number, model, voice or host that the finding concerns; null for the whole integration. */
  subject: z.string().nullable(),
  /** The result for people. For a problem, it says what to do. */
  message: z.string(),
});
export type Finding = z.output<typeof Finding>;

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
