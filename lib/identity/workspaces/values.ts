// Values without zod, for pages that show them before a form needs a schema.

/**
 * Longest retention periods, in days. Sources: spec.md, "Limits" (recordings), and product.md, "Retention"
 * (transcripts).
 */
export const MAX_RETENTION_DAYS = { recording: 365, transcript: 3_650 } as const;
