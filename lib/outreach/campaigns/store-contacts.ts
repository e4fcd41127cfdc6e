import { type Compilable, sql } from "kysely";
import { consentRows, insertConsents } from "@/lib/contacts/consent";
import { contactPlace, contactsFor, nameHashes } from "@/lib/contacts/contacts";
import { scrubCardsInJson, scrubCardText } from "@/lib/masking";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { indexer, type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db, insertMany } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { Entry } from "./entries";

/** Where what is known beforehand of a campaign's contact lies. */
export const variablesPlace = (campaignId: string, contactId: string) => ({
  table: "campaign_contacts",
  row: `${campaignId}/${contactId}`,
  field: "variables",
});

type Known = { id: string; sealer: Sealer; entry: Entry };

/**
 * The contacts of the entries, found or made, with their keys. It is a transaction of its own, as keys are read by
 * others only once they are committed; repeated, it finds what it made.
 */
export async function knownContacts(
  ctx: Ctx,
  campaignId: string,
  entries: readonly Entry[],
): Promise<Known[]> {
  if (entries.length === 0) return [];
  const numbers = entries.map(({ number }) => number);
  const found = await mutate(ctx, async (tx) => {
    const result = await contactsFor(tx, ctx, numbers);
    const created = [...result.values()].filter((contact) => contact.created).length;
    const after = { environment: ctx.environment, count: created, source: "campaign" };
    return {
      result,
      audit: created === 0 ? null : { action: "contacts.created", target: campaignId, after },
    };
  });
  const sealers = await subjectSealers(
    ctx.workspaceId,
    [...found.values()].map(({ id }) => id),
  );
  return entries.map((entry) => {
    const id = found.get(entry.number.e164)?.id;
    const sealer = id === undefined ? undefined : sealers.get(id);
    if (id === undefined || sealer === undefined)
      throw new AppError("unavailable", "A contact was deleted meanwhile. Try again.");
    return { id, sealer, entry };
  });
}

/** Name and zone that were given, over what the contacts have; all of them in one statement. */
async function nameStatements(ctx: Ctx, known: readonly Known[]): Promise<Compilable<unknown>[]> {
  const index = await indexer(ctx.workspaceId);
  const rows = known.flatMap(({ id, sealer, entry: { name, timezone } }) =>
    name === null && timezone === null
      ? []
      : [
          {
            id,
            name:
              name === null
                ? null
                : `\\x${sealer.seal(contactPlace(id, "name"), scrubCardText(name)).toString("hex")}`,
            name_hashes: name === null ? null : nameHashes(index, name),
            timezone,
            timezone_source: timezone === null ? null : "given",
          },
        ],
  );
  if (rows.length === 0) return [];
  const given = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::contacts, ${JSON.stringify(rows)}::jsonb)`;
  const or = (column: string) => sql<never>`coalesce(${sql.ref(`r.${column}`)}, ${sql.ref(`c.${column}`)})`;
  return [
    db
      .updateTable("contacts as c")
      .from(given.as("r"))
      .set({
        name: or("name"),
        name_hashes: or("name_hashes"),
        timezone: or("timezone"),
        timezone_source: or("timezone_source"),
        updated_at: ctx.now(),
      })
      .where("c.workspace_id", "=", ctx.workspaceId)
      .whereRef("c.id", "=", sql.ref("r.id")),
  ];
}

/** A contact who is to be in a campaign: what is known beforehand is sealed under the contact's key. */
export type Seat = { contact_id: string; variables: Buffer | null };

/** Nothing where nothing is known. */
export const sealVariables = (
  sealer: Sealer,
  campaignId: string,
  contactId: string,
  variables: Record<string, unknown>,
): Buffer | null =>
  Object.keys(variables).length === 0
    ? null
    : sealer.seal(variablesPlace(campaignId, contactId), JSON.stringify(scrubCardsInJson(variables)));

/** The rows that put contacts into a campaign; who is in it already stays as they are. There is at least one. */
export const insertSeats = (ctx: Ctx, campaignId: string, seats: readonly Seat[]) =>
  insertMany(
    "campaign_contacts",
    seats.map((seat) => ({
      workspace_id: ctx.workspaceId,
      campaign_id: campaignId,
      ...seat,
      created_at: ctx.now(),
      updated_at: ctx.now(),
    })),
  )
    .onConflict((oc) => oc.columns(["campaign_id", "contact_id"]).doNothing())
    .returning("contact_id");

type ContactStatements = readonly [Compilable<{ contact_id: string }>, ...Compilable<unknown>[]];

/** The statements that put contacts into a campaign, with what they allow; the rows of the first are those added. */
export async function contactStatements(
  ctx: Ctx,
  campaignId: string,
  known: readonly Known[],
): Promise<ContactStatements> {
  const consents = known.flatMap(({ id, sealer, entry }) => consentRows(ctx, sealer, id, entry.consents));
  return [
    insertSeats(
      ctx,
      campaignId,
      known.map(({ id, sealer, entry }) => ({
        contact_id: id,
        variables: sealVariables(sealer, campaignId, id, entry.variables),
      })),
    ),
    ...(await nameStatements(ctx, known)),
    ...(consents.length === 0 ? [] : [insertConsents(consents)]),
  ];
}
