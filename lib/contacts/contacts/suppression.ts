import {
  joinSuppressions,
  liftStatement,
  selectSuppressions,
  suppressStatement,
} from "@/lib/contacts/consent";
import type { Suppress, Suppression } from "@/lib/contacts/consent/schema";
import { can } from "@/lib/identity/access";
import { type AuditEvent, mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { targetOf } from "./audit-view";
import { refOf, selectByRef } from "./find";

type Subject = { contactId: string | null; hash: Buffer };

/** Whose number it is; a number may be suppressed before it is a contact. Throws `not_found` for an id that is none. */
async function subjectOf(tx: Tx, ctx: Ctx, ref: string): Promise<Subject> {
  const of = await refOf(ctx, ref);
  const row = await tx.one(selectByRef(ctx, of).select(["id", "number_hash"]));
  if (row !== undefined) return { contactId: row.id, hash: row.number_hash };
  if ("id" in of) throw notFound();
  return { contactId: null, hash: of.hash };
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join();

/**
 * Sees to it that a number is left alone on these channels from now on, because somebody asked for it. Done twice it is
 * done once. Answers everything that holds of the number. Throws `not_found`.
 */
export async function suppressContact(ctx: Ctx, ref: string, input: Suppress): Promise<Suppression> {
  return mutate(ctx, async (tx) => {
    const { contactId, hash } = await subjectOf(tx, ctx, ref);
    const holding = () => tx.all(selectSuppressions(ctx, [hash], ctx.now()));
    const before = await holding();
    const own = before.find(({ source }) => source === "request");
    const known = own !== undefined && own.reason === input.reason && same(own.channels, input.channels);
    if (!known) await tx.all(suppressStatement(ctx, [hash], { source: "request", ...input }));
    const result = joinSuppressions(known ? before : await holding()).get(hash.toString("hex"));
    if (result === undefined) throw new Error("A suppression that was written does not hold.");
    const audit: AuditEvent = {
      action: "contact.suppressed",
      target: targetOf(contactId, hash),
      after: { environment: ctx.environment, source: "request", channels: input.channels },
    };
    return { result, audit: known ? null : audit };
  });
}

/** Whether the ledger holds a consent with evidence that was given after `since`. */
async function consentedSince(tx: Tx, ctx: Ctx, contactId: string | null, since: string): Promise<boolean> {
  if (contactId === null) return false;
  const entry = await tx.one(
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
 * Lifts the suppression of a number. What was entered on request, a builder lifts. What the person said or texted
 * themselves, what a list holds and what a carrier reports, is not a builder's to undo: an admin lifts it, and only
 * once a consent that was given since stands in the ledger with its evidence (47 CFR 64.1200(a)(10) and (d)(6): a
 * revocation holds until the consumer consents anew). Texting START lifts what a keyword suppressed. Nothing is lifted
 * halfway. Throws `not_found`, 403, and 409 `invalid_state` without that consent.
 */
export async function liftSuppression(ctx: Ctx, ref: string): Promise<void> {
  await mutate(ctx, async (tx) => {
    const { contactId, hash } = await subjectOf(tx, ctx, ref);
    const rows = await tx.all(selectSuppressions(ctx, [hash], ctx.now()));
    if (rows.length === 0) return { result: undefined, audit: null };
    const firm = rows.filter(({ source }) => source !== "request");
    if (firm.length > 0) await refuseFirm(tx, ctx, contactId, firm);
    const sources = [...new Set(rows.map(({ source }) => source))].sort();
    await tx.all(liftStatement(ctx, hash, sources as Suppression["source"][]));
    const before = { environment: ctx.environment, sources };
    return {
      result: undefined,
      audit: { action: "contact.unsuppressed", target: targetOf(contactId, hash), before },
    };
  });
}

async function refuseFirm(
  tx: Tx,
  ctx: Ctx,
  contactId: string | null,
  firm: readonly { source: string; created_at: string }[],
): Promise<void> {
  const start = firm.every(({ source }) => source === "keyword") ? " They can text START themselves." : "";
  if (!can(ctx.actor.role, "contacts.unsuppress"))
    throw new AppError(
      "forbidden",
      `Nobody entered this suppression on request: the person, a list or a carrier asked for it.${start} An admin can lift it once a consent given since stands in the ledger with its evidence.`,
    );
  const since =
    firm
      .map(({ created_at }) => created_at)
      .sort()
      .at(-1) ?? ctx.now();
  if (!(await consentedSince(tx, ctx, contactId, since)))
    throw new AppError(
      "invalid_state",
      `The person, a list or a carrier asked for this suppression.${start} Otherwise add the consent that the person gave since to the ledger first, with its evidence.`,
    );
}
