import { answerCall, endCall, ringCall } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { type Attempt, findAttempt } from "./attempt";
import type { Carrier, CarrierEvent, CarrierEventType } from "./carrier";
import { placedStatement } from "./moves";
import { isMiss, noteMiss } from "./unanswered";

/** What ends a conversation, too. A `busy` that comes late does not. */
const ENDING: ReadonlySet<CarrierEventType> = new Set(["ended", "failed", "canceled"]);

/** The attempt by the carrier's reference, or by its own key: then the carrier has it, whatever `place` will answer. */
async function attemptOf(
  ctx: Ctx,
  carrier: Carrier,
  ref: string,
  key: string | undefined,
): Promise<{ ctx: Ctx; attempt: Attempt } | undefined> {
  const found = await findAttempt(ctx, { carrier: carrier.name, ref });
  if (found !== undefined || key === undefined) return found;
  const byKey = await findAttempt(ctx, { key });
  if (byKey?.attempt.state !== "placing") return byKey;
  await record(ctx, { run: [placedStatement(ctx, [{ key, carrier: carrier.name, ref }])] });
  return byKey;
}

/**
 * What a carrier says of an attempt: the call rings, is answered and held, or is over. Each transition is guarded by the
 * call's own status, so that what comes late or twice changes nothing. Somebody who is reached by an attempt that was
 * given up is not left waiting: the carrier is told to hang up. False where the carrier means nothing of ours.
 */
export async function carrierSaid(
  base: Ctx,
  carrier: Carrier,
  ref: string,
  { type, key }: CarrierEvent,
): Promise<boolean> {
  if (isMiss(type)) {
    const noted = await noteMiss({ ctx: base, carrier: carrier.name, ref, key, type });
    if (noted === null) return false;
    if (!noted.missed && ENDING.has(type)) await endCall(noted.ctx, noted.callId);
    return true;
  }
  const found = await attemptOf(base, carrier, ref, key);
  if (found === undefined) return false;
  const { ctx, attempt } = found;
  if (attempt.call_ended_at !== null) await carrier.hangUp(ctx, ref);
  else if (type === "ringing") await ringCall(ctx, attempt.call_id);
  else await answerCall(ctx, attempt.call_id);
  return true;
}
