import { answerCall, endCall, ringCall } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { type Attempt, findAttempt } from "./attempt";
import { markAttemptsPlaced } from "./attempt-updates";
import type { Carrier, CarrierEvent, CarrierEventType } from "./carrier";
import { isUnansweredEvent, recordUnansweredCall } from "./unanswered-call";

/** Events that also end an answered call. A late `busy` does not. */
const ENDING: ReadonlySet<CarrierEventType> = new Set(["ended", "failed", "canceled"]);

/**
 * Finds the attempt by the carrier's reference, or by its key. An event with a key proves that the carrier
 * has the attempt, regardless of the response of `place`.
 */
async function attemptOf(
  ctx: Ctx,
  carrier: Carrier,
  ref: string,
  key: string | undefined,
): Promise<{ ctx: Ctx; attempt: Attempt } | undefined> {
  const attempt = await findAttempt(ctx, { carrier: carrier.name, ref });
  if (attempt !== undefined || key === undefined) return attempt;
  const byKey = await findAttempt(ctx, { key });
  if (byKey?.attempt.state !== "placing") return byKey;
  await writeUnaudited(ctx, { run: [markAttemptsPlaced(ctx, [{ key, carrier: carrier.name, ref }])] });
  return byKey;
}

/**
 * Handles a carrier event: the call rings, is answered or has ended. The call's status guards each
 * transition, so late and repeated events change nothing. If an attempt that has already failed reaches the
 * callee, the carrier is told to hang up. Returns false if the event belongs to no attempt.
 */
export async function handleCarrierEvent(
  base: Ctx,
  carrier: Carrier,
  ref: string,
  { type, key }: CarrierEvent,
): Promise<boolean> {
  if (isUnansweredEvent(type)) {
    const noted = await recordUnansweredCall({ ctx: base, carrier: carrier.name, ref, key, type });
    if (noted === null) return false;
    if (!noted.missed && ENDING.has(type)) await endCall(noted.ctx, noted.callId);
    return true;
  }
  const match = await attemptOf(base, carrier, ref, key);
  if (match === undefined) return false;
  const { ctx, attempt } = match;
  if (attempt.call_ended_at !== null) await carrier.hangUp(ctx, ref);
  else if (type === "ringing") await ringCall(ctx, attempt.call_id);
  else await answerCall(ctx, attempt.call_id);
  return true;
}
