import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { requireOpen } from "./add-contacts";
import { campaignOrNotFound, selectCampaign } from "./campaign-row";
import { enqueueStep, notifyProgress } from "./step-job";
import { type CampaignContactRow, insertCampaignContacts, sealVariables } from "./store-contacts";

/** Throws `not_found` for an unknown campaign, and `invalid_state` for one in a final status. */
export async function requireOpenCampaign(ctx: Ctx, campaignId: string): Promise<void> {
  requireOpen(campaignOrNotFound(await ctx.db.first(selectCampaign(ctx, campaignId))));
}

/** Builds the row of a contact to add, with its initial variables. */
export const campaignContactRow = (
  campaignId: string,
  contact: { id: string; sealer: Sealer },
  variables: Record<string, unknown>,
): CampaignContactRow => ({
  contact_id: contact.id,
  variables: sealVariables(contact.sealer, campaignId, contact.id, variables),
});

/**
 * Adds any number of contacts to a campaign, with one statement for each batch. It must come last in the
 * caller's transaction, as it locks the campaign until the commit. A running campaign decides the new
 * contacts next. Returns how many were added. Throws the errors of `requireOpenCampaign`.
 */
export async function addImportedContacts(
  tx: Tx,
  ctx: Ctx,
  campaignId: string,
  batches: AsyncIterable<readonly CampaignContactRow[]>,
): Promise<number> {
  const row = campaignOrNotFound(await tx.first(selectCampaign(ctx, campaignId).forNoKeyUpdate()));
  requireOpen(row);
  let added = 0;
  for await (const rows of batches)
    added += (await tx.all(insertCampaignContacts(ctx, campaignId, rows))).length;
  const next = row.status === "running" ? [enqueueStep(ctx, campaignId, ctx.now())] : [];
  await tx.batch(...next, notifyProgress(campaignId));
  return added;
}
