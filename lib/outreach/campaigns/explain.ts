import { findContact } from "@/lib/contacts/contacts";
import { explainDecision } from "@/lib/contacts/policy";
import type { ExplainedDecision } from "@/lib/contacts/policy/schema";
import type { CarrierFor } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { attemptHistory, budgetOf, factsRequest, loadMeans } from "./campaign-means";
import { campaignOrNotFound, selectCampaign } from "./campaign-row";
import { scheduleOf } from "./launch";

/**
 * Explains whether a campaign can reach a contact (by ID or number) now: by its window, purpose, end, agent
 * and carrier, and the contact's used attempts. The contact need not be in the campaign. Throws `not_found`.
 */
export async function explainForCampaign(
  ctx: Ctx,
  ref: string,
  id: string,
  carrierFor: CarrierFor,
): Promise<ExplainedDecision> {
  const row = campaignOrNotFound(await ctx.db.first(selectCampaign(ctx, id)));
  const contact = await findContact(ctx, ref);
  const means = await loadMeans(ctx, row, carrierFor);
  const campaignContact = await ctx.db.first(
    db
      .selectFrom("campaign_contacts")
      .select("attempts")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("campaign_id", "=", id)
      .where("contact_id", "=", contact.id),
  );
  const tries = await attemptHistory(ctx.db, ctx, id, [{ number_hash: contact.hash }]);
  const lastAt = tries.get(contact.id)?.last_at ?? null;
  const budgets = new Map([[contact.id, budgetOf(row, campaignContact?.attempts ?? 0, lastAt)]]);
  const { end } = scheduleOf(row, ctx.now());
  return explainDecision(ctx, contact.id, factsRequest(row, means, end, budgets));
}
