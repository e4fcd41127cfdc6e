import type { TrunkEntry } from "@/lib/agents/integrations";
import { endUnansweredCall } from "@/lib/calls/calls";
import { type InviteRequest, routeInvite } from "@/lib/outreach/carriers";
import { log } from "@/lib/platform/log";
import type { IncomingInvite } from "@/lib/platform/sip";
import type { Verification } from "@/lib/platform/stir";
import type { SipContext } from "./sip-context";
import { trunkCtx } from "./trunk-directory";
import { storeVerification } from "./verify-caller";

/** Why an INVITE was refused, as the reason of its call. */
export const REFUSED_INVITES = {
  media_not_acceptable:
    "The caller's side offered no audio that the trunk accepts: its codecs or its encryption do not fit. It was refused (488).",
  caller_signature_required:
    "The trunk requires a verified signature of the caller's number (STIR/SHAKEN), and the call had none. It was refused.",
} as const;

type Refused = {
  invite: IncomingInvite;
  entry: TrunkEntry;
  request: InviteRequest;
  code: keyof typeof REFUSED_INVITES;
  /** The result of the verification of the caller's number; null if there is none. */
  verification: Verification | null;
};

/**
 * Stores a call that was refused as failed, with its messages, so that the workspace sees whom it missed. Only calls that an agent
 * would have answered are stored. Never rejects.
 */
export async function recordRefusedInvite(
  context: Pick<SipContext, "messages">,
  { invite, entry, request, code, verification }: Refused,
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
      reasons: [{ code, message: REFUSED_INVITES[code] }],
    });
  } catch (error) {
    log.warn({ err: error, trunkId: entry.id }, "a call that was refused was not stored");
  }
}
