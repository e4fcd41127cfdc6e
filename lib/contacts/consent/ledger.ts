import type { Compilable, Insertable } from "kysely";
import { scrubCardText } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { insertMany, type TenantDB } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { NewConsent } from "./schema";

type Who = Pick<Ctx, "workspaceId" | "environment" | "actor" | "now">;
/** What an entry came out of: a call, an import, and who vouched for its source. */
export type Origin = { callId?: string; importId?: string; attestedBy?: string };

/** A row of the ledger, for `insertConsents`. */
export type ConsentRow = Required<Insertable<TenantDB["consents"]>>;

/** Where a sealed field of the ledger lies. */
export const consentPlace = (entryId: string, field: "wording" | "evidence") => ({
  table: "consents",
  row: entryId,
  field,
});

/**
 * The rows that say that a contact allowed or took back something. `sealer` is the contact's. Entries of one moment
 * keep their order, as their ids sort by it.
 */
export function consentRows(
  ctx: Who,
  sealer: Sealer,
  contactId: string,
  entries: readonly NewConsent[],
  origin: Origin = {},
): ConsentRow[] {
  const now = ctx.now();
  return entries.map((entry, i) => {
    const id = newId("con", Date.parse(now) + i);
    const sealed = (field: "wording" | "evidence"): Buffer | null => {
      const words = entry[field];
      return words === undefined || words === ""
        ? null
        : sealer.seal(consentPlace(id, field), scrubCardText(words));
    };
    return {
      id,
      workspace_id: ctx.workspaceId,
      environment: ctx.environment,
      contact_id: contactId,
      purpose: entry.purpose,
      channel: entry.channel,
      granted: entry.granted,
      source: scrubCardText(entry.source),
      wording: sealed("wording"),
      evidence: sealed("evidence"),
      attested_by: origin.attestedBy ?? null,
      actor_type: ctx.actor.type,
      actor_id: ctx.actor.id,
      call_id: origin.callId ?? null,
      import_id: origin.importId ?? null,
      at: entry.at ?? now,
      created_at: now,
    };
  });
}

/** Writes any number of entries, of many contacts, as one statement. There is at least one. */
export const insertConsents = (rows: readonly ConsentRow[]): Compilable<unknown> =>
  insertMany("consents", rows);

/** The statements that add entries to a contact's ledger: none where there is nothing to add. */
export function consentStatements(
  ctx: Who,
  sealer: Sealer,
  contactId: string,
  entries: readonly NewConsent[],
  origin: Origin = {},
): Compilable<unknown>[] {
  const rows = consentRows(ctx, sealer, contactId, entries, origin);
  return rows.length === 0 ? [] : [insertConsents(rows)];
}
