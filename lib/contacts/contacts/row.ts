import type { Compilable, Insertable } from "kysely";
import { scrubCardsInJson, scrubCardText } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { insertMany, type TenantDB } from "@/lib/platform/db";
import type { ParsedNumber } from "./number";
import type { Attributes } from "./schema";

/** The sealed fields of a contact. */
export type SealedField = "number" | "name" | "attributes";
export const contactPlace = (id: string, field: SealedField) => ({ table: "contacts", row: id, field });

/** A row for `insertContacts`. */
export type ContactInsert = Required<Insertable<TenantDB["contacts"]>>;

type Parts = {
  id: string;
  hash: Buffer;
  sealer: Sealer;
  number: ParsedNumber;
  name?: string | null;
  /** Keyed hashes of the name's words (`nameHashes`). */
  nameWords?: readonly number[];
  attributes?: Attributes;
  /** Given, instead of what the number says. */
  timezone?: string | null;
};

/** What the row says of the time zone: given, else from the number, else nothing. */
export const zoneColumns = (
  given: string | null | undefined,
  { timezone }: Pick<ParsedNumber, "timezone">,
) => ({
  timezone: given ?? timezone,
  timezone_source: given ? "given" : timezone === null ? null : "number",
});

/** Whether there is anything to seal; an empty object is kept as none. */
export function sealAttributes(sealer: Sealer, id: string, attributes: Attributes): Buffer | null {
  if (Object.keys(attributes).length === 0) return null;
  return sealer.seal(contactPlace(id, "attributes"), JSON.stringify(scrubCardsInJson(attributes)));
}

export const sealName = (sealer: Sealer, id: string, name: string | null): Buffer | null =>
  name === null ? null : sealer.seal(contactPlace(id, "name"), scrubCardText(name));

/** The row of a new contact, sealed under a key of its own. */
export function contactRow(
  ctx: Pick<Ctx, "workspaceId" | "environment" | "now">,
  { id, hash, sealer, number, name = null, nameWords = [], attributes = {}, timezone }: Parts,
): ContactInsert {
  const now = ctx.now();
  return {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    number_hash: hash,
    number: sealer.seal(contactPlace(id, "number"), number.e164),
    name: sealName(sealer, id, name),
    name_hashes: [...nameWords],
    attributes: sealAttributes(sealer, id, attributes),
    ...zoneColumns(timezone, number),
    region: number.region,
    legal_hold: null,
    created_at: now,
    updated_at: now,
  };
}

/** Writes many as one statement; answers those that were none before. There is at least one. */
export const insertContacts = (
  rows: readonly ContactInsert[],
): Compilable<{ id: string; number_hash: Buffer }> =>
  insertMany("contacts", rows)
    .onConflict((oc) => oc.columns(["workspace_id", "environment", "number_hash"]).doNothing())
    .returning(["id", "number_hash"]);
