import { resealLedger } from "@/lib/contacts/consent";
import type { Ctx } from "@/lib/platform/context";
import { type FieldRef, replaceSubjectKey, SealError, sealersFromRows } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { contactFieldRef, type SealedField } from "./row";

type KeyScope = Pick<Ctx, "workspaceId" | "now">;
type Reseal = (place: FieldRef, box: Buffer) => Buffer | null;

/** Wraps `reseal` to log an error and return null for a value that cannot be opened. */
const nullIfUnreadable =
  (reseal: Reseal): Reseal =>
  (place, box) => {
    try {
      return reseal(place, box);
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      log.error(
        { table: place.table, row: place.row },
        "a contact's sealed value cannot be opened and is cleared",
      );
      return null;
    }
  };

/** Replaces every sealed value of the contact and its ledger by the result of `reseal`. An unreadable number stays. */
async function resealContact(tx: Tx, ctx: KeyScope, contactId: string, reseal: Reseal): Promise<void> {
  const { workspaceId } = ctx;
  const row = await tx.first(
    db
      .selectFrom("contacts")
      .select(["number", "name", "attributes"])
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", contactId),
  );
  if (row === undefined) return;
  const field = (name: SealedField, box: Buffer | null) =>
    box === null ? null : reseal(contactFieldRef(contactId, name), box);
  await tx.all(
    db
      .updateTable("contacts")
      .set({
        number: field("number", row.number) ?? row.number,
        name: field("name", row.name),
        attributes: field("attributes", row.attributes),
      })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", contactId),
  );
  await resealLedger(tx, ctx, contactId, reseal);
}

/**
 * Destroys the contact's key, so that nothing that its conversations sealed with it can be opened. Seals the
 * contact and its ledger with a new key. Runs in a transaction that has locked the contact.
 */
export async function rekeyContact(tx: Tx, ctx: KeyScope, contactId: string): Promise<void> {
  const { former, sealer } = await replaceSubjectKey(tx, ctx.workspaceId, contactId, ctx.now());
  await resealContact(
    tx,
    ctx,
    contactId,
    nullIfUnreadable((place, box) => {
      if (former === undefined) throw new SealError();
      return sealer.seal(place, former.open(place, box));
    }),
  );
}

/**
 * Clears values that cannot be opened. A process may have sealed them under the contact's former key in the seconds
 * before it learned of the new one. Runs in a transaction that has locked the contact.
 */
export async function clearUnreadableFields(tx: Tx, ctx: KeyScope, contactId: string): Promise<void> {
  const { workspaceId } = ctx;
  const rows = await tx.all(
    db
      .selectFrom("subject_keys")
      .select(["subject_id", "wrapped as subject_key"])
      .where("workspace_id", "=", workspaceId)
      .where("subject_id", "=", contactId),
  );
  const sealer = (await sealersFromRows(workspaceId, rows)).get(contactId);
  if (sealer === undefined) return;
  await resealContact(
    tx,
    ctx,
    contactId,
    nullIfUnreadable((place, box) => {
      sealer.open(place, box);
      return box;
    }),
  );
}
