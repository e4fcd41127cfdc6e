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
