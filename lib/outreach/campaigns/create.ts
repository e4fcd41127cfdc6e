import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { newRevision } from "@/lib/platform/if-match";
import { auditView, type CampaignRow } from "./campaign-row";
import { readEntries } from "./entries";
import { readCampaign } from "./read";
import type { Campaign, CreateCampaign } from "./schema";
import { resolveSettings } from "./settings";
import { contactStatements, findOrCreateContacts } from "./store-contacts";

/**
 * Creates a draft campaign with up to 5,000 contacts and their consents. Throws a 400 for inconsistent
 * settings, `not_found` for an unknown agent, and `invalid_state` for an archived agent.
 */
export async function createCampaign(ctx: Ctx, input: CreateCampaign): Promise<Campaign> {
  const now = ctx.now();
  const settings = await resolveSettings(ctx, input);
  const entries = readEntries(input.contacts, now);
  const row: CampaignRow = {
    id: newId("cmp", Date.parse(now)),
    environment: ctx.environment,
    ...settings,
    status: "draft",
    failure: null,
    carrier_failures: 0,
    backoff_until: null,
    waiting_reason: null,
    last_slot_at: null,
    revision: newRevision(),
    created_at: now,
    launched_at: null,
    completed_at: null,
  };
  const contactsToAdd = await findOrCreateContacts(ctx, row.id, entries);
  const contacts = contactsToAdd.length === 0 ? [] : await contactStatements(ctx, row.id, contactsToAdd);
  await writeAudited(ctx, {
    run: [
      db.insertInto("campaigns").values({
        ...row,
        workspace_id: ctx.workspaceId,
        window: json(row.window),
        attempts: json(row.attempts),
        trunk_ids: row.trunk_ids === null ? null : json(row.trunk_ids),
        created_by: ctx.actor.id,
        updated_at: now,
      }),
      ...contacts,
    ],
    audit: {
      action: "campaign.created",
      target: row.id,
      after: { ...auditView(row), contacts: contactsToAdd.length },
    },
  });
  return readCampaign(ctx, row.id);
}
