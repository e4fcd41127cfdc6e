import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { indexer, type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { notFound, validationError } from "@/lib/platform/errors";
import { auditView } from "./audit-view";
import { findContact } from "./find";
import { nameHashes } from "./name";
import { parseNumber } from "./number";
import { attributesOf, COLUMNS, type ContactRow } from "./present";
import { readContact } from "./read";
import { contactPlace, sealAttributes, sealName, zoneColumns } from "./row";
import { type Attributes, type Contact, MAX_ATTRIBUTES, type UpdateContact } from "./schema";

/** Merges; null takes an attribute away. Throws 400 where that makes too many. */
function merged(before: Attributes, patch: NonNullable<UpdateContact["attributes"]>): Attributes {
  const after = Object.fromEntries(
    Object.entries({ ...before, ...patch }).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );
  if (Object.keys(after).length <= MAX_ATTRIBUTES) return after;
  throw validationError([
    {
      in: "body",
      pointer: "/attributes",
      code: "too_many",
      message: `With these there would be more than ${MAX_ATTRIBUTES} attributes. Take some away.`,
    },
  ]);
}

/** The number's own zone, for a contact whose given one is taken away. */
function numbersZone(row: ContactRow, sealer: Sealer): { timezone: string | null } {
  const read = parseNumber(sealer.openText(contactPlace(row.id, "number"), row.number));
  return { timezone: read.ok ? read.number.timezone : null };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What of a contact's row changes, by the names of the API's fields. */
async function changesOf(ctx: Ctx, row: ContactRow, input: UpdateContact) {
  const sealer = await subjectSealer(ctx.workspaceId, row.id);
  const changed: string[] = [];
  const set: Partial<ContactRow> & { name_hashes?: number[] } = {};
  if (input.name !== undefined) {
    const before = row.name === null ? null : sealer.openText(contactPlace(row.id, "name"), row.name);
    if (before !== input.name) {
      changed.push("name");
      set.name = sealName(sealer, row.id, input.name);
      set.name_hashes = nameHashes(await indexer(ctx.workspaceId), input.name);
    }
  }
  if (input.timezone !== undefined) {
    const zone = zoneColumns(input.timezone, numbersZone(row, sealer));
    if (zone.timezone !== row.timezone || zone.timezone_source !== row.timezone_source) {
      changed.push("timezone");
      Object.assign(set, zone);
    }
  }
  if (input.attributes !== undefined) {
    const before = attributesOf(row, sealer);
    const after = merged(before, input.attributes);
    if (!same(before, after)) {
      changed.push("attributes");
      set.attributes = sealAttributes(sealer, row.id, after);
    }
  }
  return { changed, set };
}

/**
 * Changes what is known of a contact; the number stays, as consent was given for it. A request that changes nothing
 * leaves no trace. Throws `not_found`, `validation_error`.
 */
export async function updateContact(ctx: Ctx, ref: string, input: UpdateContact): Promise<Contact> {
  const { id } = await findContact(ctx, ref);
  await mutate(ctx, async (tx) => {
    const row = await tx.one(
      db
        .selectFrom("contacts")
        .select(COLUMNS)
        .where("workspace_id", "=", ctx.workspaceId)
        .where("environment", "=", ctx.environment)
        .where("id", "=", id)
        .forUpdate(),
    );
    if (row === undefined) throw notFound();
    const { changed, set } = await changesOf(ctx, row, input);
    if (changed.length === 0) return { result: undefined, audit: null };
    await tx.all(
      db
        .updateTable("contacts")
        .set({ ...set, updated_at: ctx.now() })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    const before = auditView(ctx, row);
    const after = { ...auditView(ctx, { ...row, ...set }), changed };
    return { result: undefined, audit: { action: "contact.updated", target: id, before, after } };
  });
  return readContact(ctx, id);
}
