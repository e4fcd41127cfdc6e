import type { PhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { endUnansweredCall, type InboundCall, receiveCall } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { callsWithoutGateway } from "@/lib/platform/gateways";
import { log } from "@/lib/platform/log";
import { type DecisionReason, decisionReason } from "@/lib/platform/reasons/decisions";

type Refused = Omit<InboundCall, "contact" | "number">;
type FindContact = () => Promise<InboundCall["contact"]>;

/** Stores an inbound call that was refused, so that the workspace sees whom it missed. A failure is only logged. */
async function storeRefusedCall(
  ctx: Ctx,
  call: Refused & { number: string },
  reason: DecisionReason,
  findContact: FindContact,
): Promise<void> {
  try {
    await receiveCall(ctx, { ...call, contact: await findContact() }, { isRefused: true });
    await endUnansweredCall(ctx, call.id, {
      status: "failed",
      endReason: "carrier_error",
      outcome: "failed",
      reasons: [decisionReason(reason)],
    });
  } catch (error) {
    log.error({ callId: call.id, err: error }, "an inbound call that was refused was not stored");
  }
}

/** Stores an inbound call over a trunk without the encryption that the workspace requires. */
export const recordUnencryptedCall = (
  ctx: Ctx,
  call: Refused & { number: string },
  findContact: FindContact,
): Promise<void> => storeRefusedCall(ctx, call, "inbound_trunk_not_encrypted", findContact);

/** The caller's side of a refused call: a busy tone, or the fallback number. */
const answerOf = ({ fallback_number: fallback }: Pick<PhoneNumber, "fallback_number">) =>
  fallback === null ? "busy" : "forwarded";

/**
 * Counts an inbound call that no voice gateway accepts, and stores it as `failed` with the reason `gateways_full`, so that
 * the workspace sees whom it missed. If it cannot be stored, that is logged: the caller is answered in any case.
 */
export async function recordRefusedCall(
  ctx: Ctx,
  call: Refused,
  { number, fallback_number: fallbackNumber }: Pick<PhoneNumber, "number" | "fallback_number">,
  findContact: FindContact,
): Promise<void> {
  callsWithoutGateway.count({ kind: "inbound" });
  const answer = answerOf({ fallback_number: fallbackNumber });
  const reason = `gateways_full_caller_${answer}` as const;
  await storeRefusedCall(ctx, { ...call, number }, reason, findContact);
}

/**
 * Receives an inbound call. Returns false if a cost limit leaves too little for it: it is then stored as `failed` with the reason
 * `cost_limit_reached` under `refusedId`, and the caller is answered as if every gateway were full.
 */
export async function receiveAffordableCall(
  ctx: Ctx,
  call: InboundCall,
  refusedId: string,
  number: Pick<PhoneNumber, "fallback_number">,
): Promise<boolean> {
  try {
    await receiveCall(ctx, call);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== "cost_limit_reached") throw error;
    const answer = answerOf(number);
    const reason = `cost_limit_caller_${answer}` as const;
    await storeRefusedCall(ctx, { ...call, id: refusedId }, reason, async () => call.contact);
    return false;
  }
}
