import { resealLedger } from "@/lib/consent";
import type { Ctx } from "@/lib/context";
import { type Place, replaceSubject, SealBroken } from "@/lib/crypto";
import { db, type Tx } from "@/lib/db";
import { log } from "@/lib/log";
import { contactPlace, type SealedField } from "./row";

/**
 * Destroys the contact's key, and with it everything that conversations have sealed under it; the contact itself and its
 * ledger are sealed under a new one. Runs in a transaction that has locked the contact.
 */
export async function rekeyContact(
  tx: Tx,
  ctx: Pick<Ctx, "workspaceId" | "now">,
  contactId: string,
): Promise<void> {
  const { workspaceId } = ctx;
  const row = await tx.one(
    db
      .selectFrom("contacts")
      .select(["number", "name", "attributes"])
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", contactId),
  );
  if (row === undefined) return;
  const { former, sealer } = await replaceSubject(tx, workspaceId, contactId, ctx.now());
  const reseal = (place: Place, box: Buffer): Buffer | null => {
    try {
      return former === undefined ? null : sealer.seal(place, former.open(place, box));
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.error({ table: place.table, row: place.row }, "a sealed value of a contact does not open and goes");
      return null;
    }
  };
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
