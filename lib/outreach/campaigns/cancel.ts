import type { Compilable } from "kysely";
import { placeJobs } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { clearWaiting } from "./clear";
import type { Campaign } from "./schema";
import { turn } from "./turn";
import { wake } from "./wake";

/** The statement by which attempts that are not placed yet have their moment now; of each that was, a row. */
const hasten = (ctx: Ctx, campaignId: string): Compilable<{ key: string }> =>
  db
    .updateTable("attempts")
    .set({ scheduled_at: ctx.now() })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "in", (eb) =>
      eb
        .selectFrom("attempts")
        .select("key")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("campaign_id", "=", campaignId)
        .where("state", "=", "claimed")
        // As everybody does who takes several, so that nobody waits in a circle.
        .orderBy("key")
        .forUpdate(),
    )
    .returning("key");

/** Takes back what a campaign that is over has claimed and not placed. In its transaction, once it is over there. */
export async function takeBack(tx: Tx, ctx: Ctx, campaignId: string): Promise<void> {
  const claimed = await tx.all(hasten(ctx, campaignId));
  if (claimed.length === 0) return;
  // Each is looked at: lib/outreach/dialing calls off what a campaign that does not run asked for.
  await tx.all(
    placeJobs(
      ctx,
      claimed.map(({ key }) => ({ key, placeAt: ctx.now() })),
    ),
  );
}

/**
 * Cancels a campaign for good: who waits is canceled, what was claimed and not placed is called off, what is under way
 * goes on and settles. Of many contacts the first are canceled here, and the rest by the campaign's job. Throws
 * `not_found`, `invalid_state`.
 */
export const cancelCampaign = (ctx: Ctx, id: string): Promise<Campaign> =>
  turn(ctx, id, "cancel", () => ({
    action: "campaign.canceled",
    set: { status: "canceled", completed_at: ctx.now() },
    also: async (tx) => {
      const rest = await clearWaiting(tx, ctx, id, { status: "canceled", reasons: [] });
      await takeBack(tx, ctx, id);
      if (rest) await tx.all(wake(ctx, id, ctx.now()));
    },
  }));
