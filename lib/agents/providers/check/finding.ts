import { z } from "zod";

/** Maximum characters of a value of a sentence. Addresses are the longest. */
export const MAX_PARAM = 500;

/**
 * The result of one check: passed, or what to do. `subject`: the number, model, voice or host that it
 * concerns; null for the whole integration.
 */
export const Finding = z.strictObject({
  /** Whether the check passed. */
  ok: z.boolean(),
  /** Name of the check or of the problem, for programs. */
  code: z.string(),
  /** Name of the sentence, for clients that translate it. */
  reason: z.string(),
  /** The number, model, voice or host that the finding concerns; null for the whole integration. */
  subject: z.string().nullable(),
  /** The result for people. For a problem, it says what to do. */
  message: z.string(),
  /** Values of the sentence: statuses, counts, addresses and names. Absent for a sentence without. */
  params: z.record(z.string(), z.union([z.string().max(MAX_PARAM), z.number()])).optional(),
});
export type Finding = z.output<typeof Finding>;

/** Findings by reason: code and sentence in English. `ok`: it is no problem. A problem's sentence says what to do. */
export type FindingSentences = Readonly<Record<string, { ok?: true; code: string; message: string }>>;
