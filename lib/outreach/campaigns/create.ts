import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { readEntries } from "./entries";
import { readCampaign } from "./read";
import { auditView, type CampaignRow } from "./row";
import type { Campaign, CreateCampaign } from "./schema";
import { newSettings } from "./settings";
import { contactStatements, knownContacts } from "./store-contacts";

/**
 * Makes a campaign, as a draft, with up to 5,000 contacts and their consents. Throws a 400 for what does not hold
 * together, `not_found` for an agent that is none, `invalid_state` for an archived one.
 */
export async function createCampaign(ctx: Ctx, input: CreateCampaign): Promise<Campaign> {
  const now = ctx.now();
  const settings = await newSettings(ctx, input);
  const entries = readEntries(input.contacts, now);
  const row: CampaignRow = {
    id: newId("cmp", Date.parse(now)),
    environment: ctx.environment,
    ...settings,
    status: "draft",
    failure: null,
    carrier_failures: 0,
    backoff_until: null,
    last_slot_at: null,
    created_at: now,
    launched_at: null,
    completed_at: null,
  };
  const known = await knownContacts(ctx, row.id, entries);
  const contacts = known.length === 0 ? [] : await contactStatements(ctx, row.id, known);
  await mutate(ctx, {
    run: [
      db.insertInto("campaigns").values({
        ...row,
        workspace_id: ctx.workspaceId,
        window: json(row.window),
        attempts: json(row.attempts),
        created_by: ctx.actor.id,
        updated_at: now,
      }),
      ...contacts,
    ],
    audit: {
      action: "campaign.created",
      target: row.id,
      after: { ...auditView(row), contacts: known.length },
    },
  });
  return readCampaign(ctx, row.id);
}
