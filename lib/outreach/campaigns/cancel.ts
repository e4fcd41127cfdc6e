import type { Compilable } from "kysely";
import { placeJobs } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import type { IfMatch } from "@/lib/platform/if-match";
import { changeStatus } from "./change-status";
import type { Campaign } from "./schema";
import { settleWaitingContacts } from "./settle-waiting";
import { enqueueStep } from "./step-job";

/** Makes attempts that are not placed yet due now, and returns their keys. */
const makeAttemptsDue = (ctx: Ctx, campaignId: string): Compilable<{ key: string }> =>
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
        // Every writer locks attempts in this order, to avoid deadlocks.
        .orderBy("key")
        .forNoKeyUpdate(),
    )
    .returning("key");

/**
 * Makes the unplaced attempts of a final campaign due, so that they are canceled. Call it in the transaction
 * that ends the campaign.
 */
export async function cancelClaimedAttempts(tx: Tx, ctx: Ctx, campaignId: string): Promise<void> {
  const claimed = await tx.all(makeAttemptsDue(ctx, campaignId));
  if (claimed.length === 0) return;
  // lib/outreach/dialing cancels a due attempt whose campaign is not running.
  await tx.all(
    placeJobs(
      ctx,
      claimed.map(({ key }) => ({ key, placeAt: ctx.now() })),
    ),
  );
}

/**
 * Cancels a campaign permanently. Waiting contacts and unplaced attempts are canceled; calls in progress
 * continue and settle. If there are many contacts, the campaign's job cancels the remaining ones. Throws
 * `not_found`, `invalid_state`.
 */
export const cancelCampaign = (ctx: Ctx, id: string, ifMatch: IfMatch = null): Promise<Campaign> =>
  changeStatus(ctx, id, { verb: "cancel", ifMatch }, () => ({
    action: "campaign.canceled",
    set: { status: "canceled", completed_at: ctx.now() },
    extraWork: async (tx) => {
      const hasMore = await settleWaitingContacts(tx, ctx, id, { status: "canceled", reasons: [] });
      await cancelClaimedAttempts(tx, ctx, id);
      if (hasMore) await tx.all(enqueueStep(ctx, id, ctx.now()));
    },
  }));
