import type { Ctx } from "@/lib/context";
import type { Campaign } from "./schema";
import { turn } from "./turn";
import { wake } from "./wake";

/** Lets a paused campaign go on, or wait for its start again. Throws `not_found`, `invalid_state`. */
export const resumeCampaign = (ctx: Ctx, id: string): Promise<Campaign> =>
  turn(ctx, id, "resume", ({ starts_at: starts }) => {
    const now = ctx.now();
    const ahead = starts !== null && starts > now;
    return {
      action: "campaign.resumed",
      set: { status: ahead ? "scheduled" : "running" },
      also: (tx) => tx.all(wake(ctx, id, ahead ? starts : now)),
    };
  });
