import { consentRows, insertConsents, listLedger, readEntry, toConsent } from "@/lib/contacts/consent";
import type { Consent, ListConsents, NewConsent } from "@/lib/contacts/consent/schema";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealer } from "@/lib/platform/crypto";
import type { Page } from "@/lib/platform/db/page";
import { notFound, validationError } from "@/lib/platform/errors";
import { consentView } from "./audit-view";
import { consentProblems } from "./check";
import { findContact, refOf, selectByRef } from "./find";

/** A contact's ledger, the latest first. Throws `not_found`. */
export async function listConsents(ctx: Ctx, ref: string, page: ListConsents): Promise<Page<Consent>> {
  const { id } = await findContact(ctx, ref);
  return listLedger(ctx, { contactId: id, sealer: await subjectSealer(ctx.workspaceId, id) }, page);
}

/** One entry of a contact's ledger. Throws `not_found`. */
export async function readConsent(ctx: Ctx, ref: string, entryId: string): Promise<Consent> {
  const { id } = await findContact(ctx, ref);
  return readEntry(ctx, { contactId: id, sealer: await subjectSealer(ctx.workspaceId, id) }, entryId);
}

/**
 * Adds an entry to a contact's ledger; nothing in it is ever changed. Throws `not_found`, and 400 for one that lies
 * ahead of now.
 */
export async function addConsent(ctx: Ctx, ref: string, entry: NewConsent): Promise<Consent> {
  const problems = consentProblems([entry], ctx.now(), () => "");
  if (problems.length > 0) throw validationError(problems);
  const of = await refOf(ctx, ref);
  return mutate(ctx, async (tx) => {
    // Held, so that no entry is added to a contact who is being deleted.
    const contact = await tx.one(selectByRef(ctx, of).select("id").forKeyShare());
    if (contact === undefined) throw notFound();
    const { id } = contact;
    const sealer = await subjectSealer(ctx.workspaceId, id);
    const [row] = consentRows(ctx, sealer, id, [entry]);
    if (row === undefined) throw new Error("An entry became no row.");
    await tx.all(insertConsents([row]));
    const audit = { action: "consent.changed", target: id, after: { ...consentView(entry), entry: row.id } };
    return { result: toConsent(row, sealer), audit };
  });
}
