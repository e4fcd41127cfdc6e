import { eraseContactData, listDeletions, readDeletion, runErasure } from "@/lib/data/erasure";
import { ListDeletions } from "@/lib/data/erasure/schema";
import type { Play } from "./play";
import type { ErasureScenario } from "./scenario";

/** Longer than the delay before the verifying pass. */
const STEP_MS = 30_000;
/** More steps than a deletion of a few calls needs. */
const MAX_STEPS = 10;

/** Plays the erasure of a contact's data, up to its signed receipt. */
export async function playErasure({ ctx, clock }: Play, { phone }: ErasureScenario): Promise<void> {
  const { data } = await listDeletions(ctx, ListDeletions.parse({}));
  if (data.some(({ status }) => status === "completed")) return;
  const { id } = await eraseContactData(ctx, phone);
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    await runErasure(ctx, id);
    if ((await readDeletion(ctx, id)).status === "completed") return;
    clock.advance(STEP_MS);
  }
}
