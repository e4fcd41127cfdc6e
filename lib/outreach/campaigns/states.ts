import { AppError } from "@/lib/platform/errors";
import type { CampaignStatus, UpdateCampaign } from "./schema";

/**
 * draft → scheduled → running ⇄ paused → completed, canceled, failed: from where each verb leads on, and where it has
 * been done already, so that asked again it changes nothing. Source: product.md, "Outreach".
 */
export const TURNS = {
  pause: { from: ["scheduled", "running"], already: ["paused"] },
  resume: { from: ["paused"], already: ["scheduled", "running"] },
  cancel: { from: ["draft", "scheduled", "running", "paused"], already: ["canceled"] },
} as const satisfies Record<string, Turn>;
type Turn = { from: readonly CampaignStatus[]; already: readonly CampaignStatus[] };
export type Verb = keyof typeof TURNS;

/** Nothing more is placed for one in these. */
export const OVER: readonly CampaignStatus[] = ["completed", "canceled", "failed"];

const ALL = [
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
] as const satisfies readonly (keyof UpdateCampaign)[];
const PACE = ["name", "ends_at", "max_concurrent_calls", "calls_per_second"] as const;

/** What may still change. Whom it calls, for what and when was seen before the launch, and holds from then on. */
export const CHANGEABLE: Record<CampaignStatus, readonly (keyof UpdateCampaign)[]> = {
  draft: ALL,
  scheduled: PACE,
  running: PACE,
  paused: PACE,
  completed: ["name"],
  canceled: ["name"],
  failed: ["name"],
};

/** What a verb does not do in a state, and what to do instead. */
export const refusedIn = (status: CampaignStatus, message: string): AppError =>
  new AppError("invalid_state", `The campaign is ${status}. ${message}`);
