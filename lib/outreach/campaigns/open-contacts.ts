import { contactFieldRef } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealers } from "@/lib/platform/crypto";

type SealedContact = { id: string; number: Buffer | null; name: Buffer | null };
type OpenedContact = { phone: string; name: string | null };

/**
 * Opens the numbers and names of contacts, by their IDs. Contacts that were deleted or whose key was destroyed are left
 * out.
 */
export async function openContacts(
  { workspaceId }: Pick<Ctx, "workspaceId">,
  rows: readonly SealedContact[],
): Promise<Map<string, OpenedContact>> {
  const sealers = await subjectSealers(
    workspaceId,
    rows.map(({ id }) => id),
  );
  const contacts = new Map<string, OpenedContact>();
  for (const { id, number, name } of rows) {
    const sealer = sealers.get(id);
    if (sealer === undefined || number === null) continue;
    contacts.set(id, {
      phone: sealer.openText(contactFieldRef(id, "number"), number),
      name: name === null ? null : sealer.openText(contactFieldRef(id, "name"), name),
    });
  }
  return contacts;
}
