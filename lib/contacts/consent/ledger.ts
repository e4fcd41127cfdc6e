import type { Compilable, Insertable } from "kysely";
import { scrubCardText } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { insertMany, type TenantDB } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { NewConsent } from "./schema";

type ActorScope = Pick<Ctx, "workspaceId" | "environment" | "actor" | "now">;
/** The origin of an entry: a call or an import, and the person who attested its source. */
export type ConsentOrigin = { callId?: string; importId?: string; attestedBy?: string };

/** A row of the ledger, for `insertConsents`. */
export type ConsentRow = Required<Insertable<TenantDB["consents"]>>;

/** The field reference of a sealed field of the ledger. */
export const consentFieldRef = (entryId: string, field: "wording" | "evidence") => ({
  table: "consents",
  row: entryId,
  field,
});

/**
 * Builds the ledger rows of a contact's grants and revocations. `sealer` is the contact's. Entries with the same time
 * keep their order, as their ids are ascending.
 */
export function buildConsentRows(
  ctx: ActorScope,
  sealer: Sealer,
  contactId: string,
  entries: readonly NewConsent[],
  origin: ConsentOrigin = {},
): ConsentRow[] {
  const now = ctx.now();
  return entries.map((entry, i) => {
    const id = newId("con", Date.parse(now) + i);
    const sealed = (field: "wording" | "evidence"): Buffer | null => {
      const words = entry[field];
      return words === undefined || words === ""
        ? null
        : sealer.seal(consentFieldRef(id, field), scrubCardText(words));
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

/** Inserts at least one entry, also of several contacts, in one statement. */
export const insertConsents = (rows: readonly ConsentRow[]): Compilable<unknown> =>
  insertMany("consents", rows);

/** The statements that add entries to a contact's ledger. Empty if there are no entries. */
export function insertConsentStatements(
  ctx: ActorScope,
  sealer: Sealer,
  contactId: string,
  entries: readonly NewConsent[],
  origin: ConsentOrigin = {},
): Compilable<unknown>[] {
  const rows = buildConsentRows(ctx, sealer, contactId, entries, origin);
  return rows.length === 0 ? [] : [insertConsents(rows)];
}
