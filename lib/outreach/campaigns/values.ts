// Values without zod, for pages that show them before a form needs a schema.

export const CAMPAIGN_STATUSES = [
  "draft",
  "scheduled",
  "running",
  "paused",
  "completed",
  "canceled",
  "failed",
] as const;

/** Outcomes after which a contact can be tried again. Source: product.md, "Outreach". */
export const RETRYABLE_OUTCOMES = ["no_answer", "busy", "voicemail", "failed"] as const;

export const CAMPAIGN_CONTACT_STATUSES = [
  "pending",
  "active",
  "completed",
  "held",
  "blocked",
  "failed",
  "canceled",
] as const;
