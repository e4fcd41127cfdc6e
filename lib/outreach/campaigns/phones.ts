import { contactPlace } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealers } from "@/lib/platform/crypto";

/** The numbers of contacts by their ids. Who was deleted, or whose key was destroyed, has none any more. */
export async function phonesOf(
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
      phones.set(id, sealer.openText(contactPlace(id, "number"), number));
  }
  return phones;
}
