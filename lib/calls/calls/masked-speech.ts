import { CARD_LABEL, maskFairly } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { factsOf, redacts } from "./facts";
import { openCall } from "./open";
import { openTranscript, presentTurns } from "./present";

/** When something was said that is masked: from and to, in milliseconds of the call. */
export type Masked = readonly [number, number];

/**
 * The turns of a settled call whose text carries a mask or a card now, by when they were said. Null while it is not
 * settled, or where its key is gone: then nobody knows. Throws `not_found`.
 */
export async function maskedSpeech(
  ctx: Pick<Ctx, "workspaceId" | "environment" | "db">,
  id: string,
): Promise<Masked[] | null> {
  const { row, sealer } = await openCall(ctx, id);
  if (row.settled_at === null || sealer === undefined || row.transcript === null) return null;
  const doc = openTranscript(row, sealer);
  const present = () => presentTurns(doc, factsOf(row, sealer), redacts(row));
  const turns = await maskFairly(ctx.workspaceId, present, "always");
  const shown = new Map(turns.map(({ index, text }) => [index, text]));
  return doc.turns
    .filter(({ text, index }) => text !== null && (text.includes(CARD_LABEL) || shown.get(index) !== text))
    .map(({ start_ms, end_ms }) => [start_ms, end_ms]);
}
