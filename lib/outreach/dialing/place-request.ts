import type { Ctx } from "@/lib/platform/context";
import { type Sealer, sealersFromRows } from "@/lib/platform/crypto";
import type { Attempt } from "./attempt";
import type { PlaceRequest } from "./carrier";

/**
 * Builds the carrier's request. Returns null if the call's key is destroyed because its contact was erased.
 */
export function placeRequestOf(
  { key, call_id: callId, channel, to_number: to, from_number: from }: Attempt,
  sealer: Sealer | undefined,
): PlaceRequest | null {
  if (to === null || sealer === undefined) return null;
  const open = (field: string, box: Buffer) => sealer.openText({ table: "calls", row: callId, field }, box);
  return {
    callId,
    key,
    channel,
    to: open("to_number", to),
    from: from === null ? null : open("from_number", from),
  };
}

/** Builds the carrier's request of one attempt. Returns null if its contact was erased. */
export async function readPlaceRequest(ctx: Ctx, attempt: Attempt): Promise<PlaceRequest | null> {
  const sealers = await sealersFromRows(ctx.workspaceId, [attempt]);
  return placeRequestOf(attempt, sealers.get(attempt.subject_id));
}
