import {
  buildConsentRows,
  groupConsentStates,
  insertConsents,
  mergeSuppressions,
  selectSuppressions,
  unknownConsents,
} from "@/lib/contacts/consent";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { createSubjectKey, workspaceIndexer } from "@/lib/platform/crypto";
import { insertMany, violatedConstraint } from "@/lib/platform/db";
import { AppError, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { consentAuditView, contactAuditView } from "./audit-views";
import { selectByRef } from "./find-contacts";
import { findConsentProblems, parsePhone } from "./input-validation";
import { hashNameWords } from "./name-hashes";
import type { ParsedNumber } from "./phone-number";
import { toContact } from "./present-contacts";
import { buildContactRow } from "./row";
import type { Contact, CreateContact } from "./schema";

/** Validates the body and returns its number. Throws a 400 that names all problems, including those of consents. */
function validateInput(input: CreateContact, now: string): ParsedNumber {
  const phone = parsePhone(input.phone);
  const later = findConsentProblems(input.consents, now, (i) => `/consents/${i}`);
  if ("problem" in phone) throw validationError([phone.problem, ...later]);
  if (later.length > 0) throw validationError(later);
  return phone.number;
}

/**
 * Creates a contact and its key, under which all its data is sealed. Throws 400, and 409 if the number already is a
 * contact of this environment, even if two requests create it concurrently.
 */
export async function createContact(ctx: Ctx, input: CreateContact): Promise<Contact> {
  const now = ctx.now();
  const number = validateInput(input, now);
  const index = await workspaceIndexer(ctx.workspaceId);
  const hash = index.hash("number", number.e164);
  const id = newId("ctc", Date.parse(now));
  const { sealer, insert } = await createSubjectKey(ctx.workspaceId, id, now);
  const { name, attributes, timezone } = input;
  const nameWords = hashNameWords(index, name);
  const row = buildContactRow(ctx, { id, hash, sealer, number, name, nameWords, attributes, timezone });
  const entries = buildConsentRows(ctx, sealer, id, input.consents);
  const after = { ...contactAuditView(ctx, row), consents: input.consents.map(consentAuditView) };
  try {
    const [suppressed] = await writeAudited(ctx, {
      run: [
        selectSuppressions(ctx, [hash], now),
        insert,
        insertMany("contacts", [row]),
        ...(entries.length === 0 ? [] : [insertConsents(entries)]),
      ],
      audit: { action: "contact.created", target: id, after },
    });
    const consent = groupConsentStates([id], sortEntries(entries)).get(id) ?? unknownConsents();
    const suppression = mergeSuppressions(suppressed).get(hash.toString("hex")) ?? null;
    return toContact(row, sealer, { consent, suppression });
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    const existing = await ctx.db.first(selectByRef(ctx, { number, hash }).select("id"));
    throw existing === undefined
      ? new AppError("contact_exists")
      : new AppError("contact_exists_with_id", { params: { contact_id: existing.id } });
  }
}

/** Sorts entries like the ledger's query: by time, then by id. The last entry counts. */
const sortEntries = <Entry extends { at: string; id: string }>(entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1));
