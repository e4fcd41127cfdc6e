import type { Ctx } from "@/lib/context";
import { db, insertMany, type Tx } from "@/lib/db";
import { consentPlace } from "./ledger";

type Place = ReturnType<typeof consentPlace>;
/** The same value under another key; null where it does not open. */
type Reseal = (place: Place, box: Buffer) => Buffer | null;

/**
 * Seals what the ledger of a contact holds under the contact's new key. The entries are not changed otherwise, so each is
 * taken out and written again as it was (a trigger refuses any change of one).
 */
export async function resealLedger(
  tx: Tx,
  { workspaceId }: Pick<Ctx, "workspaceId">,
  contactId: string,
  reseal: Reseal,
): Promise<void> {
  const rows = await tx.all(
    db
      .deleteFrom("consents")
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", contactId)
      .where((eb) => eb.or([eb("wording", "is not", null), eb("evidence", "is not", null)]))
      .returningAll(),
  );
  if (rows.length === 0) return;
  const anew = rows.map((row) => {
    const sealed = (field: "wording" | "evidence") => {
      const box = row[field];
      return box === null ? null : reseal(consentPlace(row.id, field), box);
    };
    return { ...row, wording: sealed("wording"), evidence: sealed("evidence") };
  });
  await tx.all(insertMany("consents", anew));
}
