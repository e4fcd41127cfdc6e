import { CARD_LABEL, maskFairly } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { factsOf, shouldRedact } from "./mask-facts";
import { openCall } from "./open-call";
import { presentTurns } from "./present";
import { openTranscript } from "./sealed-transcript";

/** Start and end of a masked utterance, in milliseconds since the call began. */
export type MaskedRange = readonly [number, number];

/**
 * Time ranges of the turns of a settled call whose text now contains a mask or a card. Null if the call is not settled
 * or its key is destroyed, because the ranges cannot be determined then. Throws `not_found`.
 */
export async function findMaskedSpeech(
  ctx: Pick<Ctx, "workspaceId" | "environment" | "db">,
  id: string,
): Promise<MaskedRange[] | null> {
  const { row, sealer } = await openCall(ctx, id);
  if (row.settled_at === null || sealer === undefined || row.transcript === null) return null;
  const doc = openTranscript(row, sealer);
  const present = () => presentTurns(doc, factsOf(row, sealer), shouldRedact(row));
  const turns = await maskFairly(ctx.workspaceId, present, "always");
  const maskedTexts = new Map(turns.map(({ index, text }) => [index, text]));
  return doc.turns
    .filter(
      ({ text, index }) => text !== null && (text.includes(CARD_LABEL) || maskedTexts.get(index) !== text),
    )
    .map(({ start_ms, end_ms }) => [start_ms, end_ms]);
}
