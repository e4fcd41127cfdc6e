import type { TrunkEntry } from "@/lib/agents/integrations";
import { endUnansweredCall } from "@/lib/calls/calls";
import { type InviteRequest, routeInvite } from "@/lib/outreach/carriers";
import { log } from "@/lib/platform/log";
import { decisionReason } from "@/lib/platform/reasons/decisions";
import type { IncomingInvite } from "@/lib/platform/sip";
import type { Verification } from "@/lib/platform/stir";
import type { SipContext } from "./sip-context";
import { trunkCtx } from "./trunk-directory";
import { storeVerification } from "./verify-caller";

type Refused = {
  invite: IncomingInvite;
  entry: TrunkEntry;
  request: InviteRequest;
  reason: "media_not_acceptable" | "caller_signature_required";
  /** The result of the verification of the caller's number; null if there is none. */
  verification: Verification | null;
};

/**
 * Stores a call that was refused as failed, with its messages, so that the workspace sees whom it missed. Only calls that an agent
 * would have answered are stored. Never rejects.
 */
export async function recordRefusedInvite(
  context: Pick<SipContext, "messages">,
  { invite, entry, request, reason, verification }: Refused,
): Promise<void> {
  const ctx = trunkCtx(entry);
  try {
    const route = await routeInvite(ctx, request);
    if (route.at !== "agent") return;
    context.messages.bind(invite.callId, { ctx, callId: route.callId, leg: "caller" });
    await storeVerification(ctx, route.callId, Promise.resolve(verification));
    await endUnansweredCall(ctx, route.callId, {
      status: "failed",
      endReason: "carrier_error",
      outcome: "failed",
      reasons: [decisionReason(reason)],
    });
  } catch (error) {
    log.warn({ err: error, trunkId: entry.id }, "a call that was refused was not stored");
  }
}
