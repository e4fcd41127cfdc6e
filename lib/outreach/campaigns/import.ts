import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { refuseOver } from "./add-contacts";
import { foundCampaign, selectCampaign } from "./row";
import { insertSeats, type Seat, sealVariables } from "./store-contacts";
import { told, wake } from "./wake";

/** Whether contacts may be added to a campaign. Throws `not_found`, and `invalid_state` for one that is over. */
export async function requireOpenCampaign(ctx: Ctx, campaignId: string): Promise<void> {
  refuseOver(foundCampaign(await ctx.db.one(selectCampaign(ctx, campaignId))));
}

/** A contact who is to join a campaign, with the values of the agent's variables that are known beforehand. */
export const seatFor = (
  campaignId: string,
  contact: { id: string; sealer: Sealer },
  variables: Record<string, unknown>,
): Seat => ({
  contact_id: contact.id,
  variables: sealVariables(contact.sealer, campaignId, contact.id, variables),
});

/**
 * Puts any number of contacts into a campaign, a batch by a statement, as the last thing in the caller's transaction: the campaign is held from
 * here to its end, and a running one looks at its new contacts next. Answers how many were not in it yet. Throws as
 * `requireOpenCampaign` does.
 */
export async function joinCampaign(
  tx: Tx,
  ctx: Ctx,
  campaignId: string,
  batches: AsyncIterable<readonly Seat[]>,
): Promise<number> {
  const row = foundCampaign(await tx.one(selectCampaign(ctx, campaignId).forUpdate()));
  refuseOver(row);
  let added = 0;
  for await (const seats of batches) added += (await tx.all(insertSeats(ctx, campaignId, seats))).length;
  const next = row.status === "running" ? [wake(ctx, campaignId, ctx.now())] : [];
  await tx.batch(...next, told(campaignId));
  return added;
}
