/** Why nothing was sent to a trunk. */
export const SKIP_REASONS = [
  "disconnected",
  "encryption_required",
  "not_allowed",
  "paused",
  "no_caller_id",
  "busy",
  "limited",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/**
 * Results of a try: a reason to skip the trunk, a trunk that could not be reached (`unreachable`), its final response (`rejected`,
 * `answered`), or none (`in_progress`, `unknown`).
 */
export const TRY_RESULTS = [
  ...SKIP_REASONS,
  "unreachable",
  "rejected",
  "in_progress",
  "answered",
  "unknown",
] as const;
export type TryResult = (typeof TRY_RESULTS)[number];
