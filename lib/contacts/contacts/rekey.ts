import { resealLedger } from "@/lib/contacts/consent";
import type { Ctx } from "@/lib/platform/context";
import { type Place, replaceSubject, SealBroken, sealersOf } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { contactPlace, type SealedField } from "./row";

type Who = Pick<Ctx, "workspaceId" | "now">;
type Reseal = (place: Place, box: Buffer) => Buffer | null;

/** What `reseal` answers; null, with a line in the log, where a value does not open. */
const orGone =
  (reseal: Reseal): Reseal =>
  (place, box) => {
    try {
      return reseal(place, box);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.error({ table: place.table, row: place.row }, "a sealed value of a contact does not open and goes");
      return null;
    }
  };

/** Writes every sealed value of the contact and its ledger as `reseal` has it. A number that is gone stays as it is. */
async function rewrite(tx: Tx, ctx: Who, contactId: string, reseal: Reseal): Promise<void> {
  const { workspaceId } = ctx;
  const row = await tx.one(
    db
      .selectFrom("contacts")
      .select(["number", "name", "attributes"])
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", contactId),
  );
  if (row === undefined) return;
  const field = (name: SealedField, box: Buffer | null) =>
    box === null ? null : reseal(contactPlace(contactId, name), box);
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
 * Destroys the contact's key, and with it everything that conversations have sealed under it; the contact itself and its
 * ledger are sealed under a new one. Runs in a transaction that has locked the contact.
 */
export async function rekeyContact(tx: Tx, ctx: Who, contactId: string): Promise<void> {
  const { former, sealer } = await replaceSubject(tx, ctx.workspaceId, contactId, ctx.now());
  await rewrite(
    tx,
    ctx,
    contactId,
    orGone((place, box) => {
      if (former === undefined) throw new SealBroken();
      return sealer.seal(place, former.open(place, box));
    }),
  );
}

/**
 * Takes out what a process has sealed under the contact's former key in the seconds for which it did not know of the new
 * one: nobody can open it. Runs in a transaction that has locked the contact.
 */
export async function healContact(tx: Tx, ctx: Who, contactId: string): Promise<void> {
  const { workspaceId } = ctx;
  const rows = await tx.all(
    db
      .selectFrom("subject_keys")
      .select(["subject_id", "wrapped as subject_key"])
      .where("workspace_id", "=", workspaceId)
      .where("subject_id", "=", contactId),
  );
  const sealer = (await sealersOf(workspaceId, rows)).get(contactId);
  if (sealer === undefined) return;
  await rewrite(
    tx,
    ctx,
    contactId,
    orGone((place, box) => {
      sealer.open(place, box);
      return box;
    }),
  );
}
