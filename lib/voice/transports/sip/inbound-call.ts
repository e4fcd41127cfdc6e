import type { TrunkEntry } from "@/lib/agents/integrations";
import { answerSpokenCall, endUnansweredCall } from "@/lib/calls/calls";
import { type InviteRoute, routeInvite } from "@/lib/outreach/carriers";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { MediaSession } from "@/lib/platform/rtp";
import { MediaPortsExhausted, SdpError } from "@/lib/platform/rtp";
import type { IncomingInvite } from "@/lib/platform/sip";
import { forwardCall } from "./forward-call";
import { answerOffer, applyAnswer, mediaOptions } from "./media-options";
import { recordRefusedInvite } from "./record-refused-invite";
import { signatureRefusal } from "./signature-refusal";
import { type SipContext, transfersOf } from "./sip-context";
import { createSipLine } from "./sip-line";
import { trunkCtx } from "./trunk-directory";
import { storeVerification, verifyCaller } from "./verify-caller";

/** Carriers try another gateway, or this one again, after this time. */
const RETRY_AFTER_S = 5;

/** Statuses of refusals. A number that does not exist and one that is not answered differ for the caller. */
const STATUSES: Record<(InviteRoute & { at: "refused" })["reason"], number> = {
  unknown_number: 404,
  unavailable: 480,
  encryption_required: 488,
};

type Accepted = { ctx: Ctx; entry: TrunkEntry; invite: IncomingInvite; media: MediaSession; answer: string };

/** The caller's number: the network's assertion counts more than the From header. */
const callerOf = ({ assertedIdentity, from }: IncomingInvite): string => assertedIdentity?.user ?? from.user;

/** A caller who hung up before the answer. */
const recordAbandonedCall = (ctx: Ctx, callId: string) =>
  endUnansweredCall(ctx, callId, { status: "no_answer", endReason: "caller_hung_up", outcome: "no_answer" });

/** Answers a routed call and begins its conversation. */
async function connect(
  context: SipContext,
  { ctx, entry, invite, media, answer }: Accepted,
  { callId, callerId }: InviteRoute & { at: "agent" },
): Promise<void> {
  if (invite.canceled.aborted) {
    media.close();
    return void (await recordAbandonedCall(ctx, callId));
  }
  const call = await answerSpokenCall(ctx, callId);
  if (call === null) {
    media.close();
    return invite.reject(480);
  }
  const line = createSipLine(media, transfersOf(context, entry, callerId, { ctx, callId }));
  const handlers = { onOffer: (sdp: string | null) => answerOffer(media, sdp), onKey: line.key };
  const accepted = await invite.accept(answer, handlers);
  if (accepted !== null) line.connect(accepted.dialog);
  const hasMedia = accepted !== null && (invite.sdp !== null || applyAnswer(media, accepted.sdp));
  const session = await context.calls.begin({ ctx, call, line }).catch((error: unknown) => {
    line.close("carrier_error");
    throw error;
  });
  if (session === undefined) return line.close("carrier_error");
  // The caller hung up while the call was answered, or the answer did not reach them, or cannot be used.
  if (!hasMedia) return session.hangUp(invite.canceled.aborted ? undefined : "carrier_error");
  line.serve(session);
}

const requestOf = ({ id }: TrunkEntry, invite: IncomingInvite) => ({
  trunkId: id,
  sipCallId: invite.callId,
  called: invite.calledUser,
  caller: callerOf(invite),
});

/** Refuses a call of a trunk that requires a signature of the caller's number, if it has no verified one. */
async function isRefused(
  context: SipContext,
  { entry, invite, media }: Accepted,
  verifying: ReturnType<typeof verifyCaller>,
): Promise<boolean> {
  const verification = await verifying;
  const refusal = signatureRefusal(verification);
  if (refusal === null) return false;
  const { status, phrase } = refusal;
  log.info({ trunkId: entry.id, status }, "a call without a verified signature is refused");
  media.close();
  invite.reject(status, phrase === undefined ? {} : { reason: phrase });
  const request = requestOf(entry, invite);
  void recordRefusedInvite(context, {
    ...{ invite, entry, request, verification },
    reason: "caller_signature_required",
  });
  return true;
}

async function respond(context: SipContext, accepted: Accepted): Promise<void> {
  const { ctx, entry, invite, media, answer } = accepted;
  // Begins before the call is stored, and delays nothing.
  const verifying = verifyCaller(context, invite);
  if (entry.settings.callerSignatures === "required" && (await isRefused(context, accepted, verifying)))
    return;
  const route = await routeInvite(ctx, requestOf(entry, invite));
  switch (route.at) {
    case "agent":
      context.messages.bind(invite.callId, { ctx, callId: route.callId, leg: "caller" });
      void storeVerification(ctx, route.callId, verifying);
      invite.ring();
      return connect(context, accepted, route);
    case "forward":
      return forwardCall(context, entry, invite, { media, answer, ...route });
    case "refused":
      media.close();
      return invite.reject(STATUSES[route.reason]);
  }
}

/** Refuses an INVITE whose call could not be set up. */
function refuse(context: SipContext, invite: IncomingInvite, entry: TrunkEntry, error: unknown): void {
  const { id } = entry;
  if (error instanceof SdpError) {
    log.info({ trunkId: id, problem: error.problem }, "the offer of a call cannot be accepted");
    invite.reject(488);
    const request = requestOf(entry, invite);
    void recordRefusedInvite(context, {
      ...{ invite, entry, request },
      reason: "media_not_acceptable",
      verification: null,
    });
  } else if (error instanceof MediaPortsExhausted) {
    invite.reject(503, { retryAfterS: RETRY_AFTER_S });
  } else {
    log.error({ err: error, trunkId: id }, "an inbound call could not be answered");
    invite.reject(500);
  }
}

/** Handles an INVITE of a trunk from its first response to the begin of the conversation. Never throws. */
export async function answerInvite(
  context: SipContext,
  invite: IncomingInvite,
  entry: TrunkEntry,
): Promise<void> {
  const leave = context.calls.admit("new");
  if (leave === null) return invite.reject(503, { retryAfterS: RETRY_AFTER_S });
  let media: MediaSession | undefined;
  try {
    media = await context.ports.open(mediaOptions(entry.settings, invite.source.address));
    const answer = invite.sdp === null ? media.createOffer() : media.acceptOffer(invite.sdp);
    await respond(context, { ctx: trunkCtx(entry), entry, invite, media, answer });
  } catch (error) {
    media?.close();
    refuse(context, invite, entry, error);
  } finally {
    leave();
  }
}
