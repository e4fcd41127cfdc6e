import {
  liftStatement,
  mergeSuppressions,
  selectSuppressions,
  suppressStatement,
} from "@/lib/contacts/consent";
import type { Suppress, Suppression } from "@/lib/contacts/consent/schema";
import { hasCapability } from "@/lib/identity/access";
import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { auditTargetOf } from "./audit-views";
import { parseContactRef, selectByRef } from "./find-contacts";

type Subject = { contactId: string | null; hash: Buffer };

/** Resolves a reference. A number may be suppressed before it is a contact. Throws `not_found` for an unknown id. */
async function resolveSubject(tx: Tx, ctx: Ctx, ref: string): Promise<Subject> {
  const of = await parseContactRef(ctx, ref);
  const row = await tx.first(selectByRef(ctx, of).select(["id", "number_hash"]));
  if (row !== undefined) return { contactId: row.id, hash: row.number_hash };
  if ("id" in of) throw notFound();
  return { contactId: null, hash: of.hash };
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join();

/**
 * Suppresses a number on these channels from now on, on request. Idempotent. Returns the number's suppressions, merged.
 * Throws `not_found`.
 */
export async function suppressContact(ctx: Ctx, ref: string, input: Suppress): Promise<Suppression> {
  return writeAudited(ctx, async (tx) => {
    const { contactId, hash } = await resolveSubject(tx, ctx, ref);
    const readActive = () => tx.all(selectSuppressions(ctx, [hash], ctx.now()));
    const before = await readActive();
    const requestRow = before.find(({ source }) => source === "request");
    const isUnchanged =
      requestRow !== undefined &&
      requestRow.reason === input.reason &&
      isSameList(requestRow.channels, input.channels);
    if (!isUnchanged) await tx.all(suppressStatement(ctx, [hash], { source: "request", ...input }));
    const result = mergeSuppressions(isUnchanged ? before : await readActive()).get(hash.toString("hex"));
    if (result === undefined) throw new Error("The stored suppression is not in force.");
    const audit: AuditEvent = {
      action: "contact.suppressed",
      target: auditTargetOf(contactId, hash),
      after: { environment: ctx.environment, source: "request", channels: input.channels },
    };
    return { result, audit: isUnchanged ? null : audit };
  });
}

/** Whether the ledger has a consent with evidence that was given after `since`. */
async function hasConsentedSince(
  tx: Tx,
  ctx: Ctx,
  contactId: string | null,
  since: string,
): Promise<boolean> {
  if (contactId === null) return false;
  const entry = await tx.first(
    db
      .selectFrom("consents")
      .select("id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("contact_id", "=", contactId)
      .where("purpose", "in", ["informational", "telemarketing"])
      .where("granted", "=", true)
      .where("evidence", "is not", null)
      .where("at", ">", since)
      .limit(1),
  );
  return entry !== undefined;
}

/**
 * Lifts all suppressions of a number, or none. A builder can lift a suppression on request. A suppression by the person
 * (spoken or texted), a list or a carrier needs an admin, and a later consent with evidence in the ledger (47 CFR
 * 64.1200(a)(10) and (d)(6): a revocation holds until the consumer consents again). Texting START lifts a suppression by
 * keyword. Throws `not_found`, 403, and 409 `invalid_state` without that consent.
 */
export async function liftSuppression(ctx: Ctx, ref: string): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const { contactId, hash } = await resolveSubject(tx, ctx, ref);
    const rows = await tx.all(selectSuppressions(ctx, [hash], ctx.now()));
    if (rows.length === 0) return { result: undefined, audit: null };
    const protectedRows = rows.filter(({ source }) => source !== "request");
    if (protectedRows.length > 0) await assertCanLiftProtected(tx, ctx, contactId, protectedRows);
    const sources = [...new Set(rows.map(({ source }) => source))].sort();
    await tx.all(liftStatement(ctx, hash, sources as Suppression["source"][]));
    const before = { environment: ctx.environment, sources };
    return {
      result: undefined,
      audit: { action: "contact.unsuppressed", target: auditTargetOf(contactId, hash), before },
    };
  });
}

async function assertCanLiftProtected(
  tx: Tx,
  ctx: Ctx,
  contactId: string | null,
  protectedRows: readonly { source: string; created_at: string }[],
): Promise<void> {
  const canTextStart = protectedRows.every(({ source }) => source === "keyword");
  if (!hasCapability(ctx.actor.role, "contacts.unsuppress"))
    throw new AppError(canTextStart ? "suppression_needs_admin_or_start" : "suppression_needs_admin");
  const since =
    protectedRows
      .map(({ created_at }) => created_at)
      .sort()
      .at(-1) ?? ctx.now();
  if (!(await hasConsentedSince(tx, ctx, contactId, since)))
    throw new AppError(canTextStart ? "suppression_needs_consent_or_start" : "suppression_needs_consent");
}
