import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { readEntries } from "./entries";
import { readCampaign } from "./read";
import { type CampaignRow, foundCampaign, selectCampaign } from "./row";
import type { AddContacts, Campaign } from "./schema";
import { OVER, refusedIn } from "./states";
import { contactStatements, knownContacts } from "./store-contacts";
import { told, wake } from "./wake";

/** Throws for a campaign to which nobody is added any more. */
export function refuseOver({ status }: CampaignRow): void {
  if (OVER.includes(status)) throw refusedIn(status, "Make a new one for further contacts.");
}

/**
 * Adds contacts, with consents, to a campaign that is not over; in a running one they are looked at next. Who is in it
 * already is not added twice. Throws `not_found`, a 400 that names every wrong entry, and `invalid_state`.
 */
export async function addCampaignContacts(ctx: Ctx, id: string, input: AddContacts): Promise<Campaign> {
  refuseOver(foundCampaign(await ctx.db.one(selectCampaign(ctx, id))));
  const known = await knownContacts(ctx, id, readEntries(input.contacts, ctx.now()));
  const statements = await contactStatements(ctx, id, known);
  await mutate(ctx, async (tx) => {
    const row = foundCampaign(await tx.one(selectCampaign(ctx, id).forUpdate()));
    refuseOver(row);
    const [first, ...rest] = statements;
    const added = await tx.all(first);
    const next = row.status === "running" ? [wake(ctx, id, ctx.now())] : [];
    await tx.batch(...rest, ...next, told(id));
    const after = { environment: ctx.environment, count: added.length };
    return { result: undefined, audit: { action: "campaign.contacts_added", target: id, after } };
  });
  return readCampaign(ctx, id);
}
