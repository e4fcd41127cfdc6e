// Values without zod, for pages that show them before a form needs a schema.

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export const REASON_CODES = [
  "suppressed",
  "no_consent",
  "consent_revoked",
  "outside_window",
  "unknown_timezone",
  "too_many_attempts",
  "call_in_progress",
  "capacity",
  "window_never_opened",
  "agent_not_live",
  "carrier_unavailable",
  "gateways_full",
  "trunk_limit_reached",
  "cost_limit_reached",
  "encryption_required",
] as const;
