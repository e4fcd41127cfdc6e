import { readTriesOfCalls } from "@/lib/outreach/trunk-tries";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { listPage, type Order, type Page } from "@/lib/platform/db/page";
import { campaignOrNotFound, selectCampaign } from "./campaign-row";
import { toContactReason } from "./contact-reasons";
import { openContacts } from "./open-contacts";
import type { CampaignContact, ListCampaignContacts } from "./schema";

const NEWEST_FIRST: Order = {
  table: "campaign_contacts",
  column: "created_at",
  id: "contact_id",
  kind: "time",
  direction: "desc",
};

const contactsOf = (workspaceId: string, campaignId: string) =>
  db
    .selectFrom("campaign_contacts")
    .leftJoin("contacts", (join) =>
      join
        .onRef("contacts.workspace_id", "=", "campaign_contacts.workspace_id")
        .onRef("contacts.id", "=", "campaign_contacts.contact_id"),
    )
    .select([
      "campaign_contacts.contact_id as id",
      "campaign_contacts.status",
      "campaign_contacts.attempts",
      "campaign_contacts.last_call_id",
      "campaign_contacts.outcome",
      "campaign_contacts.next_attempt_at",
      "campaign_contacts.reasons",
      "campaign_contacts.created_at",
      "contacts.number",
      "contacts.name",
    ])
    .where("campaign_contacts.workspace_id", "=", workspaceId)
    .where("campaign_contacts.campaign_id", "=", campaignId);

/** Lists the contacts of a campaign with their states, the latest added first. Throws `not_found`. */
export async function listCampaignContacts(
  ctx: Ctx,
  id: string,
  { status, ...page }: ListCampaignContacts,
): Promise<Page<CampaignContact>> {
  campaignOrNotFound(await ctx.db.first(selectCampaign(ctx, id)));
  const all = contactsOf(ctx.workspaceId, id);
  const some = status === undefined ? all : all.where("campaign_contacts.status", "=", status);
  const { data, ...pageInfo } = await listPage(ctx, some, page, NEWEST_FIRST);
  const contacts = await openContacts(ctx, data);
  const callIds = data.flatMap(({ last_call_id: callId }) => (callId === null ? [] : [callId]));
  const tries = await readTriesOfCalls(ctx, callIds);
  return {
    ...pageInfo,
    data: data.map((row) => ({
      campaign_id: id,
      contact_id: row.id,
      phone: contacts.get(row.id)?.phone ?? null,
      name: contacts.get(row.id)?.name ?? null,
      status: row.status as CampaignContact["status"],
      attempts: row.attempts,
      last_call_id: row.last_call_id,
      last_call_tries: (row.last_call_id !== null && tries.get(row.last_call_id)) || [],
      outcome: row.outcome,
      next_attempt_at: row.next_attempt_at,
      reasons: (row.reasons as CampaignContact["reasons"]).map(toContactReason),
    })),
  };
}
