import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { type ConsentRow, consentRows, consentStatements } from "./ledger";
import { CHANNELS, type NewConsent } from "./schema";
import { liftOfCallStatement, suppressStatement } from "./suppressions";

type Who = Pick<Ctx, "workspaceId" | "environment" | "actor" | "now">;

/** Who asked to be left alone, in which call; `contact` where they are one. */
export type OptOut = { hash: Buffer; callId: string; contact: { id: string; sealer: Sealer } | null };

const REVOKED: readonly NewConsent[] = (["informational", "telemarketing"] as const).flatMap((purpose) =>
  CHANNELS.map((channel) => ({ purpose, channel, granted: false, source: "spoken_opt_out" })),
);

/**
 * What follows from "don't call me again": the number is suppressed for call and text from that second, and the
 * contact's consents are taken back in the ledger, so that a suppression that is lifted later revives none of them.
 */
export function optOutStatements(ctx: Who, { hash, callId, contact }: OptOut): Compilable<unknown>[] {
  return [
    suppressStatement(ctx, [hash], {
      source: "spoken_opt_out",
      channels: CHANNELS,
      reason: "asked in a conversation",
      callId,
    }),
    ...(contact === null ? [] : consentStatements(ctx, contact.sealer, contact.id, REVOKED, { callId })),
  ];
}

/** The source of the ledger's entries that a caller who took their opt-out back leaves. */
const TAKEN_BACK = "took_back_spoken_opt_out";

/** Whether the ledger granted this before the opt-out of this call. */
const grantedBefore = (ctx: Who, { id, contact_id, purpose, channel, call_id }: ConsentRow) => sql<boolean>`
  coalesce((select c.granted from consents c
    where c.workspace_id = ${ctx.workspaceId} and c.contact_id = ${contact_id} and c.purpose = ${purpose}
      and c.channel = ${channel} and c.id <> ${id}
      and not (c.source in ('spoken_opt_out', ${TAKEN_BACK}) and c.call_id is not distinct from ${call_id})
    order by c.at desc, c.id desc limit 1), false)`;

/**
 * What follows where the caller takes that back in the same conversation: what it suppressed is lifted, and nothing that
 * was suppressed before. The ledger gets an entry for each consent, granted where it was granted before: an opt-out that
 * is taken back gives nobody a consent that they never gave.
 */
export function takeBackStatements(ctx: Who, { hash, callId, contact }: OptOut): Compilable<unknown>[] {
  const lifted = liftOfCallStatement(ctx, hash, callId);
  if (contact === null) return [lifted];
  const entries = REVOKED.map((entry) => ({ ...entry, source: TAKEN_BACK }));
  const rows = consentRows(ctx, contact.sealer, contact.id, entries, { callId });
  return [
    lifted,
    ...rows.map((row) => db.insertInto("consents").values({ ...row, granted: grantedBefore(ctx, row) })),
  ];
}
