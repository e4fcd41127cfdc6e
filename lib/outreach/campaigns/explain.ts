import { findContact } from "@/lib/contacts/contacts";
import { explainDecision } from "@/lib/contacts/policy";
import type { ExplainedDecision } from "@/lib/contacts/policy/schema";
import type { CarrierFor } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { spanOf } from "./launch";
import { budgetOf, factsRequest, meansOf, triesOf } from "./means";
import { foundCampaign, selectCampaign } from "./row";

/**
 * Whether a campaign may reach a contact (id or number) now, and why: with its window, purpose, end, agent and carrier,
 * and what the contact has used up of its attempts. The contact need not be in it. Throws `not_found`.
 */
export async function explainForCampaign(
  ctx: Ctx,
  ref: string,
  id: string,
  carrierFor: CarrierFor,
): Promise<ExplainedDecision> {
  const row = foundCampaign(await ctx.db.one(selectCampaign(ctx, id)));
  const contact = await findContact(ctx, ref);
  const means = await meansOf(ctx, row, carrierFor);
  const its = await ctx.db.one(
    db
      .selectFrom("campaign_contacts")
      .select("attempts")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("campaign_id", "=", id)
      .where("contact_id", "=", contact.id),
  );
  const tries = await triesOf(ctx.db, ctx, id, [{ number_hash: contact.hash }]);
  const lastAt = tries.get(contact.id)?.last_at ?? null;
  const budgets = new Map([[contact.id, budgetOf(row, its?.attempts ?? 0, lastAt)]]);
  const { end } = spanOf(row, ctx.now());
  return explainDecision(ctx, contact.id, factsRequest(row, means, end, budgets));
}
