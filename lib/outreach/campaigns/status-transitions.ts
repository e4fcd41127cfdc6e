import type { CampaignStatus, UpdateCampaign } from "./schema";

/**
 * draft → scheduled → running ⇄ paused → completed, canceled, failed. `from` lists the statuses that a verb
 * is allowed in. `already` lists those in which it changes nothing. Source: product.md, "Outreach".
 */
export const TRANSITIONS = {
  pause: { from: ["scheduled", "running"], already: ["paused"] },
  resume: { from: ["paused"], already: ["scheduled", "running"] },
  cancel: { from: ["draft", "scheduled", "running", "paused"], already: ["canceled"] },
} as const satisfies Record<string, Transition>;
type Transition = { from: readonly CampaignStatus[]; already: readonly CampaignStatus[] };
export type Verb = keyof typeof TRANSITIONS;

/** Final statuses: the campaign places no more attempts. */
export const FINAL_STATUSES: readonly CampaignStatus[] = ["completed", "canceled", "failed"];

const DRAFT_FIELDS = [
  "name",
  "agent_id",
  "channel",
  "purpose",
  "starts_at",
  "ends_at",
  "window",
  "max_concurrent_calls",
  "calls_per_second",
  "attempts",
  "trunk_ids",
] as const satisfies readonly (keyof UpdateCampaign)[];
const LAUNCHED_FIELDS = ["name", "ends_at", "max_concurrent_calls", "calls_per_second", "trunk_ids"] as const;

/**
 * Fields that can be changed by status. Whom the campaign contacts, why and when is reviewed before the
 * launch and fixed from then on.
 */
export const CHANGEABLE: Record<CampaignStatus, readonly (keyof UpdateCampaign)[]> = {
  draft: DRAFT_FIELDS,
  scheduled: LAUNCHED_FIELDS,
  running: LAUNCHED_FIELDS,
  paused: LAUNCHED_FIELDS,
  completed: ["name"],
  canceled: ["name"],
  failed: ["name"],
};
