import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { consentFieldRef } from "./ledger";

type ConsentFieldRef = ReturnType<typeof consentFieldRef>;
/** Seals a value under another key. Returns null if the value cannot be opened. */
type Reseal = (place: ConsentFieldRef, box: Buffer) => Buffer | null;

/** Seals the ledger of a contact under the contact's new key. A database trigger prevents any other change of an entry. */
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
      .forNoKeyUpdate(),
  );
  if (rows.length === 0) return;
  const updates = rows.map(({ id, ...boxes }) => {
    const sealed = (field: "wording" | "evidence") => {
      const box = boxes[field];
      return box === null ? null : reseal(consentFieldRef(id, field), box);
    };
    return db
      .updateTable("consents")
      .set({ wording: sealed("wording"), evidence: sealed("evidence") })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id);
  });
  await tx.batch(...updates);
}
