import type { Ctx } from "@/lib/platform/context";
import type { Campaign } from "./schema";
import { turn } from "./turn";

/**
 * Pauses a campaign: nothing new is placed, what has been placed goes on. An attempt that was claimed and not placed is
 * called off when its moment comes (lib/outreach/dialing asks whether its campaign runs), and its contact waits again. Throws
 * `not_found`, `invalid_state`.
 */
export const pauseCampaign = (ctx: Ctx, id: string): Promise<Campaign> =>
  turn(ctx, id, "pause", () => ({ action: "campaign.paused", set: { status: "paused" } }));
