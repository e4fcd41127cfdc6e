import type { Ctx } from "@/lib/platform/context";
import { factsOf } from "./mask-facts";
import { openCallItems } from "./open-call";

/** The variables of a call that are marked as sensitive: when it was settled, or since. Empty for a missing call. */
export async function readSensitiveNames(ctx: Ctx, id: string): Promise<ReadonlySet<string>> {
  const open = (await openCallItems(ctx, [id])).get(id);
  if (open === undefined) return new Set();
  const { row, sealer } = await open();
  return factsOf(row, sealer).masked;
}
