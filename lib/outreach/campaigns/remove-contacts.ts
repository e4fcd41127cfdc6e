import { sql } from "kysely";
import { findContact } from "@/lib/contacts/contacts";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { campaignOrNotFound, selectCampaign } from "./campaign-row";
import { notifyProgress } from "./step-job";

/** Deletes one or all contacts of a campaign and counts them. */
function deleteAndCount({ workspaceId }: Ctx, campaignId: string, contactId: string | null) {
  const deletion = db
    .deleteFrom("campaign_contacts")
    .where("workspace_id", "=", workspaceId)
    .where("campaign_id", "=", campaignId)
    .returning("contact_id");
  return db
    .with("gone", () => (contactId === null ? deletion : deletion.where("contact_id", "=", contactId)))
    .selectFrom("gone")
    .select(sql<number>`count(*)`.as("count"));
}

/**
 * Removes a contact (by ID or number), or all contacts, from a draft. The contacts themselves remain. A
 * contact that is not in the campaign is no error. Throws `not_found`, and `invalid_state` after the launch.
 */
export async function removeCampaignContacts(ctx: Ctx, id: string, ref: string | null): Promise<void> {
  campaignOrNotFound(await ctx.db.first(selectCampaign(ctx, id)));
  const isNumber = ref?.startsWith("+") === true;
  const contactId = isNumber ? (await findContact(ctx, ref)).id : ref;
  const count = await writeAudited(ctx, async (tx) => {
    const { status } = campaignOrNotFound(await tx.first(selectCampaign(ctx, id).forNoKeyUpdate()));
    if (status !== "draft") throw new AppError("campaign_contacts_fixed", { params: { status } });
    const [[gone]] = await tx.batch(deleteAndCount(ctx, id, contactId), notifyProgress(id));
    const result = gone?.count ?? 0;
    const after = { environment: ctx.environment, count: result };
    return {
      result,
      audit: result === 0 ? null : { action: "campaign.contacts_removed", target: id, after },
    };
  });
  // A deleted contact may still have a row in the campaign, and nowhere else.
  if (count === 0 && ref !== null) await findContact(ctx, ref);
}
