import type { Ctx } from "@/lib/platform/context";
import type { IfMatch } from "@/lib/platform/if-match";
import { changeStatus } from "./change-status";
import type { Campaign } from "./schema";

/**
 * Pauses a campaign: it places nothing new, and calls in progress continue. An unplaced attempt is canceled
 * when it is due (lib/outreach/dialing checks whether its campaign is running), and its contact waits again.
 * Throws `not_found`, `invalid_state`.
 */
export const pauseCampaign = (ctx: Ctx, id: string, ifMatch: IfMatch = null): Promise<Campaign> =>
  changeStatus(ctx, id, { verb: "pause", ifMatch }, () => ({
    action: "campaign.paused",
    set: { status: "paused" },
  }));
