import { contactFieldRef } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealers } from "@/lib/platform/crypto";

/**
 * Opens the numbers of contacts, by their IDs. Contacts that were deleted or whose key was destroyed are left
 * out.
 */
export async function openPhoneNumbers(
  { workspaceId }: Pick<Ctx, "workspaceId">,
  rows: readonly { id: string; number: Buffer | null }[],
): Promise<Map<string, string>> {
  const sealers = await subjectSealers(
    workspaceId,
    rows.map(({ id }) => id),
  );
  const phones = new Map<string, string>();
  for (const { id, number } of rows) {
    const sealer = sealers.get(id);
    if (sealer !== undefined && number !== null)
      phones.set(id, sealer.openText(contactFieldRef(id, "number"), number));
  }
  return phones;
}
