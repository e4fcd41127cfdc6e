import { type Compilable, sql } from "kysely";
import { buildConsentRows, insertConsents } from "@/lib/contacts/consent";
import { contactFieldRef, findOrCreateContactsByNumber, hashNameWords } from "@/lib/contacts/contacts";
import { scrubCardsInJson, scrubCardText } from "@/lib/masking";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealers, workspaceIndexer } from "@/lib/platform/crypto";
import { db, insertMany } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { Entry } from "./entries";

/** The field reference of a campaign contact's initial variables. */
export const variablesFieldRef = (campaignId: string, contactId: string) => ({
  table: "campaign_contacts",
  row: `${campaignId}/${contactId}`,
  field: "variables",
});

type ContactToAdd = { id: string; sealer: Sealer; entry: Entry };

/**
 * Finds or creates the contacts of the entries, with their keys. It runs in a separate transaction, as others
 * can read keys only after the commit. Repeating it finds the same contacts.
 */
export async function findOrCreateContacts(
  ctx: Ctx,
  campaignId: string,
  entries: readonly Entry[],
): Promise<ContactToAdd[]> {
  if (entries.length === 0) return [];
  const numbers = entries.map(({ number }) => number);
  const contactsByNumber = await writeAudited(ctx, async (tx) => {
    const result = await findOrCreateContactsByNumber(tx, ctx, numbers);
    const created = [...result.values()].filter((contact) => contact.created).length;
    const after = { environment: ctx.environment, count: created, source: "campaign" };
    return {
      result,
      audit: created === 0 ? null : { action: "contacts.created", target: campaignId, after },
    };
  });
  const sealers = await subjectSealers(
    ctx.workspaceId,
    [...contactsByNumber.values()].map(({ id }) => id),
  );
  return entries.map((entry) => {
    const id = contactsByNumber.get(entry.number.e164)?.id;
    const sealer = id === undefined ? undefined : sealers.get(id);
    if (id === undefined || sealer === undefined) throw new AppError("contact_deleted_during_request");
    return { id, sealer, entry };
  });
}

/** Writes the given names and time zones over the stored ones, in one statement. */
async function nameStatements(ctx: Ctx, contacts: readonly ContactToAdd[]): Promise<Compilable<unknown>[]> {
  const index = await workspaceIndexer(ctx.workspaceId);
  const rows = contacts.flatMap(({ id, sealer, entry: { name, timezone } }) =>
    name === null && timezone === null
      ? []
      : [
          {
            id,
            name:
              name === null
                ? null
                : `\\x${sealer.seal(contactFieldRef(id, "name"), scrubCardText(name)).toString("hex")}`,
            name_hashes: name === null ? null : hashNameWords(index, name),
            timezone,
            timezone_source: timezone === null ? null : "provided",
          },
        ],
  );
  if (rows.length === 0) return [];
  const newValues = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::contacts, ${JSON.stringify(rows)}::jsonb)`;
  const newOrCurrent = (column: string) =>
    sql<never>`coalesce(${sql.ref(`r.${column}`)}, ${sql.ref(`c.${column}`)})`;
  return [
    db
      .updateTable("contacts as c")
      .from(newValues.as("r"))
      .set({
        name: newOrCurrent("name"),
        name_hashes: newOrCurrent("name_hashes"),
        timezone: newOrCurrent("timezone"),
        timezone_source: newOrCurrent("timezone_source"),
        updated_at: ctx.now(),
      })
      .where("c.workspace_id", "=", ctx.workspaceId)
      .whereRef("c.id", "=", sql.ref("r.id")),
  ];
}

/** A contact to add to a campaign. Its initial variables are sealed under the contact's key. */
export type CampaignContactRow = { contact_id: string; variables: Buffer | null };

/** Returns null if there are no variables. */
export const sealVariables = (
  sealer: Sealer,
  campaignId: string,
  contactId: string,
  variables: Record<string, unknown>,
): Buffer | null =>
  Object.keys(variables).length === 0
    ? null
    : sealer.seal(variablesFieldRef(campaignId, contactId), JSON.stringify(scrubCardsInJson(variables)));

/**
 * Inserts contacts into a campaign. Contacts that are already in it are skipped. `rows` must not be empty.
 */
export const insertCampaignContacts = (ctx: Ctx, campaignId: string, rows: readonly CampaignContactRow[]) =>
  insertMany(
    "campaign_contacts",
    rows.map((row) => ({
      workspace_id: ctx.workspaceId,
      campaign_id: campaignId,
      ...row,
      created_at: ctx.now(),
      updated_at: ctx.now(),
    })),
  )
    .onConflict((oc) => oc.columns(["workspace_id", "campaign_id", "contact_id"]).doNothing())
    .returning("contact_id");

type ContactStatements = readonly [Compilable<{ contact_id: string }>, ...Compilable<unknown>[]];

/**
 * Builds the statements that add contacts to a campaign, with their consents. The first one returns the added
 * contacts.
 */
export async function contactStatements(
  ctx: Ctx,
  campaignId: string,
  contacts: readonly ContactToAdd[],
): Promise<ContactStatements> {
  const consents = contacts.flatMap(({ id, sealer, entry }) =>
    buildConsentRows(ctx, sealer, id, entry.consents),
  );
  return [
    insertCampaignContacts(
      ctx,
      campaignId,
      contacts.map(({ id, sealer, entry }) => ({
        contact_id: id,
        variables: sealVariables(sealer, campaignId, id, entry.variables),
      })),
    ),
    ...(await nameStatements(ctx, contacts)),
    ...(consents.length === 0 ? [] : [insertConsents(consents)]),
  ];
}
