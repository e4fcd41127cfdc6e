import type { PhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { endUnansweredCall, type InboundCall, receiveCall } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { callsWithoutGateway } from "@/lib/platform/gateways";
import { log } from "@/lib/platform/log";

const REMEDY = "Start another gateway, or raise VOICE_MAX_CALLS if the machine can hold more calls.";

/**
 * Counts an inbound call that no voice gateway accepts, and stores it as `failed` with the reason `gateways_full`, so that
 * the workspace sees whom it missed. If it cannot be stored, that is logged: the caller is answered in any case.
 */
export async function recordRefusedCall(
  ctx: Ctx,
  call: Omit<InboundCall, "contact" | "number">,
  { number, fallback_number: fallbackNumber }: PhoneNumber,
  findContact: () => Promise<InboundCall["contact"]>,
): Promise<void> {
  callsWithoutGateway.count({ kind: "inbound" });
  const answer = fallbackNumber === null ? "heard a busy tone" : "was forwarded to the fallback number";
  const message = `No voice gateway accepted a further call, so the caller ${answer}. ${REMEDY}`;
  try {
    await receiveCall(ctx, { ...call, number, contact: await findContact() });
    await endUnansweredCall(ctx, call.id, {
      status: "failed",
      endReason: "carrier_error",
      outcome: "failed",
      reasons: [{ code: "gateways_full", message }],
    });
  } catch (error) {
    log.error({ callId: call.id, err: error }, "an inbound call that no gateway accepted was not stored");
  }
}
