import type { Compilable, Insertable } from "kysely";
import { scrubCardsInJson, scrubCardText } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { insertMany, type TenantDB } from "@/lib/platform/db";
import { newRevision } from "@/lib/platform/if-match";
import type { ParsedNumber } from "./phone-number";
import type { Attributes } from "./schema";

/** The sealed fields of a contact. */
export type SealedField = "number" | "name" | "attributes";
export const contactFieldRef = (id: string, field: SealedField) => ({ table: "contacts", row: id, field });

/** A row for `insertContacts`. */
export type ContactInsert = Required<Insertable<TenantDB["contacts"]>> & { revision: string };

type Parts = {
  id: string;
  hash: Buffer;
  sealer: Sealer;
  number: ParsedNumber;
  name?: string | null;
  /** Keyed hashes of the name's words (`nameHashes`). */
  nameWords?: readonly number[];
  attributes?: Attributes;
  /** Overrides the number's time zone. */
  timezone?: string | null;
};

/** The time zone columns: the given zone, else the number's, else null. */
export const zoneColumns = (
  givenZone: string | null | undefined,
  { timezone }: Pick<ParsedNumber, "timezone">,
) => ({
  timezone: givenZone ?? timezone,
  timezone_source: givenZone ? "provided" : timezone === null ? null : "number",
});

/** Seals attributes without card numbers. Returns null for an empty object. */
export function sealAttributes(sealer: Sealer, id: string, attributes: Attributes): Buffer | null {
  if (Object.keys(attributes).length === 0) return null;
  return sealer.seal(contactFieldRef(id, "attributes"), JSON.stringify(scrubCardsInJson(attributes)));
}

export const sealName = (sealer: Sealer, id: string, name: string | null): Buffer | null =>
  name === null ? null : sealer.seal(contactFieldRef(id, "name"), scrubCardText(name));

/** Builds the row of a new contact, sealed with the contact's sealer. */
export function buildContactRow(
  ctx: Pick<Ctx, "workspaceId" | "environment" | "now">,
  { id, hash, sealer, number, name = null, nameWords = [], attributes = {}, timezone }: Parts,
): ContactInsert {
  const now = ctx.now();
  return {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    number_hash: hash,
    number: sealer.seal(contactFieldRef(id, "number"), number.e164),
    name: sealName(sealer, id, name),
    name_hashes: [...nameWords],
    attributes: sealAttributes(sealer, id, attributes),
    ...zoneColumns(timezone, number),
    region: number.region,
    legal_hold: null,
    revision: newRevision(),
    created_at: now,
    updated_at: now,
  };
}

/** Inserts at least one contact in one statement. Returns those that did not exist. */
export const insertContacts = (
  rows: readonly ContactInsert[],
): Compilable<{ id: string; number_hash: Buffer }> =>
  insertMany("contacts", rows)
    .onConflict((oc) => oc.columns(["workspace_id", "environment", "number_hash"]).doNothing())
    .returning(["id", "number_hash"]);
