import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { type CampaignRow, campaignOrNotFound, selectCampaign } from "./campaign-row";
import { readEntries } from "./entries";
import { readCampaign } from "./read";
import type { AddContacts, Campaign } from "./schema";
import { FINAL_STATUSES } from "./status-transitions";
import { enqueueStep, notifyProgress } from "./step-job";
import { contactStatements, findOrCreateContacts } from "./store-contacts";

/** Throws `invalid_state` for a campaign in a final status. */
export function requireOpen({ status }: CampaignRow): void {
  if (FINAL_STATUSES.includes(status))
    throw new AppError("campaign_takes_no_contacts", { params: { status } });
}

/**
 * Adds contacts and their consents to a campaign that is not over. A running campaign decides them next.
 * Contacts that are already in it are skipped. Throws `not_found`, a 400 that names every invalid entry, and
 * `invalid_state`.
 */
export async function addCampaignContacts(ctx: Ctx, id: string, input: AddContacts): Promise<Campaign> {
  requireOpen(campaignOrNotFound(await ctx.db.first(selectCampaign(ctx, id))));
  const contactsToAdd = await findOrCreateContacts(ctx, id, readEntries(input.contacts, ctx.now()));
  const statements = await contactStatements(ctx, id, contactsToAdd);
  await writeAudited(ctx, async (tx) => {
    const row = campaignOrNotFound(await tx.first(selectCampaign(ctx, id).forNoKeyUpdate()));
    requireOpen(row);
    const [first, ...remainingStatements] = statements;
    const added = await tx.all(first);
    const next = row.status === "running" ? [enqueueStep(ctx, id, ctx.now())] : [];
    await tx.batch(...remainingStatements, ...next, notifyProgress(id));
    const after = { environment: ctx.environment, count: added.length };
    return { result: undefined, audit: { action: "campaign.contacts_added", target: id, after } };
  });
  return readCampaign(ctx, id);
}
