// Values without zod, for pages that show them before a form needs a schema.

/** The subjects of findings, in the order shown. */
export const TOPICS = [
  "decision",
  "consent",
  "suppression",
  "hours",
  "caps",
  "exclusion",
  "recording",
  "masking",
  "retention",
  "erasure",
  "access",
] as const;
