import { sql } from "kysely";
import { findContact } from "@/lib/contacts/contacts";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { foundCampaign, selectCampaign } from "./row";
import { refusedIn } from "./states";
import { told } from "./wake";

/** Who leaves a campaign, and how many that are. */
function removal({ workspaceId }: Ctx, campaignId: string, contactId: string | null) {
  const everybody = db
    .deleteFrom("campaign_contacts")
    .where("workspace_id", "=", workspaceId)
    .where("campaign_id", "=", campaignId)
    .returning("contact_id");
  return db
    .with("gone", () => (contactId === null ? everybody : everybody.where("contact_id", "=", contactId)))
    .selectFrom("gone")
    .select(sql<number>`count(*)`.as("count"));
}

/**
 * Takes a contact (id or number), or all of them, out of a draft; the contacts themselves stay as they are. Who is not
 * in it is no error. Throws `not_found`, and `invalid_state` once the campaign is launched.
 */
export async function removeCampaignContacts(ctx: Ctx, id: string, ref: string | null): Promise<void> {
  foundCampaign(await ctx.db.one(selectCampaign(ctx, id)));
  const isNumber = ref?.startsWith("+") === true;
  const contactId = isNumber ? (await findContact(ctx, ref)).id : ref;
  const count = await mutate(ctx, async (tx) => {
    const { status } = foundCampaign(await tx.one(selectCampaign(ctx, id).forUpdate()));
    if (status !== "draft")
      throw refusedIn(
        status,
        "Whom it reaches was seen before the launch. Suppress who is to be left alone.",
      );
    const [[gone]] = await tx.batch(removal(ctx, id, contactId), told(id));
    const result = gone?.count ?? 0;
    const after = { environment: ctx.environment, count: result };
    return {
      result,
      audit: result === 0 ? null : { action: "campaign.contacts_removed", target: id, after },
    };
  });
  // Of a contact that was deleted the campaign may still have a row, and nothing else does.
  if (count === 0 && ref !== null) await findContact(ctx, ref);
}
