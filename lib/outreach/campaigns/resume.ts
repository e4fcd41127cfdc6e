import type { Ctx } from "@/lib/platform/context";
import { requireAllowed } from "./means";
import { foundCampaign, selectCampaign } from "./row";
import type { Campaign } from "./schema";
import { turn } from "./turn";
import { wake } from "./wake";

/**
 * Lets a paused campaign go on, or wait for its start again. Throws `not_found`, `invalid_state`, also where its agent
 * breaks the workspace's terms by now.
 */
export async function resumeCampaign(ctx: Ctx, id: string): Promise<Campaign> {
  const { agent_id: agentId, status } = foundCampaign(await ctx.db.one(selectCampaign(ctx, id)));
  if (status === "paused") await requireAllowed(ctx, agentId);
  return turn(ctx, id, "resume", ({ starts_at: starts }) => {
    const now = ctx.now();
    const ahead = starts !== null && starts > now;
    return {
      action: "campaign.resumed",
      set: { status: ahead ? "scheduled" : "running" },
      also: (tx) => tx.all(wake(ctx, id, ahead ? starts : now)),
    };
  });
}
