import { buildConsentRows, insertConsents, listLedger, readEntry, toConsent } from "@/lib/contacts/consent";
import type { Consent, ListConsents, NewConsent } from "@/lib/contacts/consent/schema";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealer } from "@/lib/platform/crypto";
import type { Page } from "@/lib/platform/db/page";
import { notFound, validationError } from "@/lib/platform/errors";
import { consentAuditView } from "./audit-views";
import { findContact, parseContactRef, selectByRef } from "./find-contacts";
import { findConsentProblems } from "./input-validation";

/** Lists a contact's ledger, latest entry first. Throws `not_found`. */
export async function listConsents(ctx: Ctx, ref: string, page: ListConsents): Promise<Page<Consent>> {
  const { id } = await findContact(ctx, ref);
  return listLedger(ctx, { contactId: id, sealer: await subjectSealer(ctx.workspaceId, id) }, page);
}

/** Reads one entry of a contact's ledger. Throws `not_found`. */
export async function readConsent(ctx: Ctx, ref: string, entryId: string): Promise<Consent> {
  const { id } = await findContact(ctx, ref);
  return readEntry(ctx, { contactId: id, sealer: await subjectSealer(ctx.workspaceId, id) }, entryId);
}

/** Adds an entry to a contact's ledger. Entries are never changed. Throws `not_found`, and 400 for a time in the future. */
export async function addConsent(ctx: Ctx, ref: string, entry: NewConsent): Promise<Consent> {
  const problems = findConsentProblems([entry], ctx.now(), () => "");
  if (problems.length > 0) throw validationError(problems);
  const of = await parseContactRef(ctx, ref);
  return writeAudited(ctx, async (tx) => {
    // The lock prevents an entry for a contact that is being deleted.
    const contact = await tx.first(selectByRef(ctx, of).select("id").forKeyShare());
    if (contact === undefined) throw notFound();
    const { id } = contact;
    const sealer = await subjectSealer(ctx.workspaceId, id);
    const [row] = buildConsentRows(ctx, sealer, id, [entry]);
    if (row === undefined) throw new Error("The consent entry produced no row.");
    await tx.all(insertConsents([row]));
    const audit = {
      action: "consent.changed",
      target: id,
      after: { ...consentAuditView(entry), entry: row.id },
    };
    return { result: toConsent(row, sealer), audit };
  });
}
