import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { consentPlace } from "./ledger";

type Place = ReturnType<typeof consentPlace>;
/** The same value under another key; null where it does not open. */
type Reseal = (place: Place, box: Buffer) => Buffer | null;

/** Seals what the ledger of a contact holds under the contact's new key. Nothing else of an entry changes (a trigger sees to it). */
export async function resealLedger(
  tx: Tx,
  { workspaceId }: Pick<Ctx, "workspaceId">,
  contactId: string,
  reseal: Reseal,
): Promise<void> {
  const rows = await tx.all(
    db
      .selectFrom("consents")
      .select(["id", "wording", "evidence"])
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", contactId)
      .where((eb) => eb.or([eb("wording", "is not", null), eb("evidence", "is not", null)]))
      .forUpdate(),
  );
  if (rows.length === 0) return;
  const anew = rows.map(({ id, ...boxes }) => {
    const sealed = (field: "wording" | "evidence") => {
      const box = boxes[field];
      return box === null ? null : reseal(consentPlace(id, field), box);
    };
    return db
      .updateTable("consents")
      .set({ wording: sealed("wording"), evidence: sealed("evidence") })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id);
  });
  await tx.batch(...anew);
}
