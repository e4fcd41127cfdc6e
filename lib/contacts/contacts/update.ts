import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealer, workspaceIndexer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { bodyError, notFound } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { contactAuditView } from "./audit-views";
import { findContact } from "./find-contacts";
import { hashNameWords } from "./name-hashes";
import { parseNumber } from "./phone-number";
import { attributesOf, CONTACT_COLUMNS, type ContactRow } from "./present-contacts";
import { readContact } from "./read";
import { contactFieldRef, sealAttributes, sealName, zoneColumns } from "./row";
import type { Attributes, Contact, UpdateContact } from "./schema";
import { MAX_ATTRIBUTES } from "./values";

/** Merges attributes; null removes one. Throws 400 if the result has too many. */
function mergeAttributes(before: Attributes, patch: NonNullable<UpdateContact["attributes"]>): Attributes {
  const after = Object.fromEntries(
    Object.entries({ ...before, ...patch }).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );
  if (Object.keys(after).length <= MAX_ATTRIBUTES) return after;
  throw bodyError("/attributes", "too_many_attributes", { max: MAX_ATTRIBUTES });
}

/** The time zone of the contact's number, for a contact whose given zone is removed. */
function zoneOfNumber(row: ContactRow, sealer: Sealer): { timezone: string | null } {
  const read = parseNumber(sealer.openText(contactFieldRef(row.id, "number"), row.number));
  return { timezone: read.ok ? read.number.timezone : null };
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Computes the changed columns of a contact, and the names of the changed API fields. */
async function computeChanges(ctx: Ctx, row: ContactRow, input: UpdateContact) {
  const sealer = await subjectSealer(ctx.workspaceId, row.id);
  const changed: string[] = [];
  const set: Partial<ContactRow> & { name_hashes?: number[] } = {};
  if (input.name !== undefined) {
    const before = row.name === null ? null : sealer.openText(contactFieldRef(row.id, "name"), row.name);
    if (before !== input.name) {
      changed.push("name");
      set.name = sealName(sealer, row.id, input.name);
      set.name_hashes = hashNameWords(await workspaceIndexer(ctx.workspaceId), input.name);
    }
  }
  if (input.timezone !== undefined) {
    const zone = zoneColumns(input.timezone, zoneOfNumber(row, sealer));
    if (zone.timezone !== row.timezone || zone.timezone_source !== row.timezone_source) {
      changed.push("timezone");
      Object.assign(set, zone);
    }
  }
  if (input.attributes !== undefined) {
    const before = attributesOf(row, sealer);
    const after = mergeAttributes(before, input.attributes);
    if (!isEqual(before, after)) {
      changed.push("attributes");
      set.attributes = sealAttributes(sealer, row.id, after);
    }
  }
  return { changed, set };
}

/**
 * Updates a contact's name, time zone and attributes. The number cannot change, as consent was given for it. A request
 * without changes writes nothing. Throws `not_found`, `precondition_failed`, `validation_error`.
 */
export async function updateContact(
  ctx: Ctx,
  ref: string,
  input: UpdateContact,
  ifMatch: IfMatch = null,
): Promise<Contact> {
  const { id } = await findContact(ctx, ref);
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(
      db
        .selectFrom("contacts")
        .select(CONTACT_COLUMNS)
        .where("workspace_id", "=", ctx.workspaceId)
        .where("environment", "=", ctx.environment)
        .where("id", "=", id)
        .forNoKeyUpdate(),
    );
    if (row === undefined) throw notFound();
    requireMatch(ifMatch, row, "contact");
    const { changed, set } = await computeChanges(ctx, row, input);
    if (changed.length === 0) return { result: undefined, audit: null };
    await tx.all(
      db
        .updateTable("contacts")
        .set({ ...set, updated_at: ctx.now() })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    const before = contactAuditView(ctx, row);
    const after = { ...contactAuditView(ctx, { ...row, ...set }), changed };
    return { result: undefined, audit: { action: "contact.updated", target: id, before, after } };
  });
  return readContact(ctx, id);
}
