import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { buildConsentRows, type ConsentRow, insertConsentStatements } from "./ledger";
import type { NewConsent } from "./schema";
import { liftCallStatement, suppressStatement } from "./suppressions";
import { CHANNELS } from "./values";

type ActorScope = Pick<Ctx, "workspaceId" | "environment" | "actor" | "now">;

/** A spoken opt-out: the number's hash, the call, and the contact if the number is one. */
export type OptOut = { hash: Buffer; callId: string; contact: { id: string; sealer: Sealer } | null };

const REVOKED: readonly NewConsent[] = (["informational", "telemarketing"] as const).flatMap((purpose) =>
  CHANNELS.map((channel) => ({ purpose, channel, granted: false, source: "spoken_opt_out" })),
);

/**
 * The statements of an opt-out ("don't call me again"). They suppress the number for calls and texts immediately, and
 * revoke the contact's consents in the ledger, so that lifting the suppression later restores none of them.
 */
export function optOutStatements(ctx: ActorScope, { hash, callId, contact }: OptOut): Compilable<unknown>[] {
  return [
    suppressStatement(ctx, [hash], {
      source: "spoken_opt_out",
      channels: CHANNELS,
      reason: "asked in a conversation",
      callId,
    }),
    ...(contact === null
      ? []
      : insertConsentStatements(ctx, contact.sealer, contact.id, REVOKED, { callId })),
  ];
}

/** The ledger source of entries for an opt-out that the caller took back. */
const TAKEN_BACK = "took_back_spoken_opt_out";

/** SQL condition: the ledger granted this consent before the opt-out of this call. */
const grantedBefore = (
  ctx: ActorScope,
  { id, contact_id, purpose, channel, call_id }: ConsentRow,
) => sql<boolean>`
  coalesce((select c.granted from consents c
    where c.workspace_id = ${ctx.workspaceId} and c.contact_id = ${contact_id} and c.purpose = ${purpose}
      and c.channel = ${channel} and c.id <> ${id}
      and not (c.source in ('spoken_opt_out', ${TAKEN_BACK}) and c.call_id is not distinct from ${call_id})
    order by c.at desc, c.id desc limit 1), false)`;

/**
 * The statements of an opt-out that the caller takes back in the same conversation. They lift only the suppression of
 * this call. The ledger gets an entry for each consent, granted only if it was granted before the opt-out, as taking an
 * opt-out back creates no new consent.
 */
export function undoOptOutStatements(
  ctx: ActorScope,
  { hash, callId, contact }: OptOut,
): Compilable<unknown>[] {
  const lifted = liftCallStatement(ctx, hash, callId);
  if (contact === null) return [lifted];
  const entries = REVOKED.map((entry) => ({ ...entry, source: TAKEN_BACK }));
  const rows = buildConsentRows(ctx, contact.sealer, contact.id, entries, { callId });
  return [
    lifted,
    ...rows.map((row) => db.insertInto("consents").values({ ...row, granted: grantedBefore(ctx, row) })),
  ];
}
