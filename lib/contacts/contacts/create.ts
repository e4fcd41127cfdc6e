import {
  consentRows,
  insertConsents,
  joinSuppressions,
  noConsent,
  selectSuppressions,
  statesOf,
} from "@/lib/contacts/consent";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { indexer, newSubject } from "@/lib/platform/crypto";
import { insertMany, violatedConstraint } from "@/lib/platform/db";
import { AppError, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { auditView, consentView } from "./audit-view";
import { consentProblems, phoneOf } from "./check";
import { selectByRef } from "./find";
import { nameHashes } from "./name";
import type { ParsedNumber } from "./number";
import { toContact } from "./present";
import { contactRow } from "./row";
import type { Contact, CreateContact } from "./schema";

/** The number of the body. Throws a 400 that names everything that is wrong, with the consents too. */
function checked(input: CreateContact, now: string): ParsedNumber {
  const phone = phoneOf(input.phone);
  const later = consentProblems(input.consents, now, (i) => `/consents/${i}`);
  if ("problem" in phone) throw validationError([phone.problem, ...later]);
  if (later.length > 0) throw validationError(later);
  return phone.number;
}

/**
 * Makes a contact with a key of its own, under which everything known of them is sealed. Throws 400; 409 where the
 * number is a contact of this environment already, also where two make it at once.
 */
export async function createContact(ctx: Ctx, input: CreateContact): Promise<Contact> {
  const now = ctx.now();
  const number = checked(input, now);
  const index = await indexer(ctx.workspaceId);
  const hash = index.hash("number", number.e164);
  const id = newId("ctc", Date.parse(now));
  const { sealer, insert } = await newSubject(ctx.workspaceId, id, now);
  const { name, attributes, timezone } = input;
  const nameWords = nameHashes(index, name);
  const row = contactRow(ctx, { id, hash, sealer, number, name, nameWords, attributes, timezone });
  const entries = consentRows(ctx, sealer, id, input.consents);
  const after = { ...auditView(ctx, row), consents: input.consents.map(consentView) };
  try {
    const [suppressed] = await mutate(ctx, {
      run: [
        selectSuppressions(ctx, [hash], now),
        insert,
        insertMany("contacts", [row]),
        ...(entries.length === 0 ? [] : [insertConsents(entries)]),
      ],
      audit: { action: "contact.created", target: id, after },
    });
    const consent = statesOf([id], inOrder(entries)).get(id) ?? noConsent();
    const suppression = joinSuppressions(suppressed).get(hash.toString("hex")) ?? null;
    return toContact(row, sealer, { consent, suppression });
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    const known = await ctx.db.one(selectByRef(ctx, { number, hash }).select("id"));
    throw new AppError(
      "conflict",
      `This number is a contact already${known === undefined ? "" : `: ${known.id}`}.`,
    );
  }
}

/** As the ledger is read: the later of two entries counts. */
const inOrder = <Entry extends { at: string; id: string }>(entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1));
