import { answerCall, endCall, type Missed, missCall, ringCall } from "@/lib/calls";
import type { Ctx } from "@/lib/context";
import { record } from "@/lib/db";
import { type Attempt, endAttempt, findAttempt, moveAttempt, tellCampaign } from "./attempt";
import type { Carrier, CarrierEvent, CarrierEventType } from "./carrier";

/** How a call ends that nobody answered, by what the carrier says. */
const MISSED: Partial<Record<CarrierEventType, Missed>> = {
  voicemail: { status: "voicemail", endReason: "voicemail_reached", outcome: "voicemail" },
  busy: { status: "busy", endReason: "busy", outcome: "busy" },
  declined: { status: "busy", endReason: "declined", outcome: "declined" },
  no_answer: { status: "no_answer", endReason: "no_answer", outcome: "no_answer" },
  failed: { status: "failed", endReason: "carrier_error", outcome: "failed" },
  canceled: { status: "canceled", endReason: "canceled", outcome: "failed" },
  // It is over, and nobody told that it had been answered.
  ended: { status: "failed", endReason: "carrier_error", outcome: "failed" },
};
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
  const placed = {
    state: "placed",
    carrier: carrier.name,
    carrier_ref: ref,
    placed_at: ctx.now(),
    lease_until: null,
  } as const;
  await record(ctx, { run: [moveAttempt(ctx, key, ["placing"], placed)] });
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
  const found = await attemptOf(base, carrier, ref, key);
  if (found === undefined) return false;
  const { ctx, attempt } = found;
  const { call_id: callId } = attempt;
  const reached = type === "ringing" || type === "answered";
  if (reached && attempt.call_ended_at !== null) {
    await carrier.hangUp(ctx, ref);
    return true;
  }
  if (type === "ringing") await ringCall(ctx, callId);
  if (type === "answered") await answerCall(ctx, callId);
  const missed = MISSED[type];
  if (missed === undefined) return true;
  // The carrier itself says that it is over: nobody needs to be told to hang up, and the slot is free.
  const end = { run: [endAttempt(ctx, attempt.key, ["claimed", "placed"])], followed: true };
  if (await missCall(ctx, callId, missed, end)) await tellCampaign(ctx, attempt);
  else if (ENDING.has(type)) await endCall(ctx, callId);
  return true;
}
