import type { Ctx } from "@/lib/platform/context";
import type { IfMatch } from "@/lib/platform/if-match";
import { requireAgentAllowed } from "./campaign-means";
import { campaignOrNotFound, selectCampaign } from "./campaign-row";
import { changeStatus } from "./change-status";
import type { Campaign } from "./schema";
import { enqueueStep } from "./step-job";

/**
 * Resumes a paused campaign, or returns it to scheduled if its start is later. Throws `not_found`, and
 * `invalid_state`, also if its agent breaks the workspace's provider policy.
 */
export async function resumeCampaign(ctx: Ctx, id: string, ifMatch: IfMatch = null): Promise<Campaign> {
  const { agent_id: agentId, status } = campaignOrNotFound(await ctx.db.first(selectCampaign(ctx, id)));
  if (status === "paused") await requireAgentAllowed(ctx, agentId);
  return changeStatus(ctx, id, { verb: "resume", ifMatch }, ({ starts_at: starts }) => {
    const now = ctx.now();
    const startsLater = starts !== null && starts > now;
    return {
      action: "campaign.resumed",
      set: { status: startsLater ? "scheduled" : "running" },
      extraWork: (tx) => tx.all(enqueueStep(ctx, id, startsLater ? starts : now)),
    };
  });
}
