/** Why the agent of a number or route would not answer a call now. `no_route`: neither exists. */
export const UNANSWERED_REASONS = [
  "no_route",
  "encryption_required",
  "no_agent",
  "outside_hours",
  "agent_unavailable",
] as const;
export type UnansweredReason = (typeof UNANSWERED_REASONS)[number];
