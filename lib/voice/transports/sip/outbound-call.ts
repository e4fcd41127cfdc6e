import { openTrunk } from "@/lib/agents/integrations";
import { answerSpokenCall } from "@/lib/calls/calls";
import {
  type ClaimedPlacement,
  endPlacement,
  eventOfStatus,
  isHangUpDue,
  renewPlacement,
  sipCallRef,
  sipCarrier,
} from "@/lib/outreach/carriers";
import { type CarrierEventType, handleCarrierEvent } from "@/lib/outreach/dialing";
import { subscribe } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import type { MediaSession } from "@/lib/platform/rtp";
import { SdpError } from "@/lib/platform/rtp";
import type { InviteResult } from "@/lib/platform/sip";
import { answerOffer, formatNumber, mediaOptions } from "./media-options";
import { type SipContext, transfersOf } from "./sip-context";
import { createSipLine, type SipLine } from "./sip-line";

/** Six rings, as with other carriers. After that, a mailbox answers. */
const RING_MS = 30_000;
/** A claim counts for 20 s. */
const RENEW_MS = 5_000;
/** A trunk that was disconnected, or media that could not be opened: no INVITE was sent. */
const NOT_SENT = 503;
/** The answer's SDP cannot be used. */
const NOT_ACCEPTABLE = 488;

type Answered = { media: MediaSession; line: SipLine };

const report = (placement: ClaimedPlacement, type: CarrierEventType) =>
  handleCarrierEvent(placement.ctx, sipCarrier, sipCallRef(placement.callId), { type, key: placement.key });

/** Aborts when the product hangs up the call while it rings. */
async function watchHangUp({ ctx, key, callId }: ClaimedPlacement) {
  const controller = new AbortController();
  const check = () =>
    void isHangUpDue(ctx, key).then(
      (isDue) => isDue && controller.abort(),
      (error: unknown) => log.warn({ err: error, callId }, "a hang-up could not be read"),
    );
  const unsubscribe = await subscribe(callId, (kind) => {
    if (kind === "sip_hang_up" || kind === "reconnected") check();
  });
  check();
  return { signal: controller.signal, stop: unsubscribe };
}

/** Renews the claim until the returned function is called. */
function keepClaim(placement: ClaimedPlacement): () => void {
  const timer = setInterval(() => {
    renewPlacement(placement).catch((error: unknown) =>
      log.warn({ err: error, callId: placement.callId }, "the claim of a call could not be renewed"),
    );
  }, RENEW_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Sends the INVITE and waits for its final response. */
async function invite(
  { endpoint }: SipContext,
  placement: ClaimedPlacement,
  opened: NonNullable<Awaited<ReturnType<typeof openTrunk>>>,
  { media, line }: Answered,
): Promise<InviteResult> {
  const { settings, trunk } = opened;
  const hangUp = await watchHangUp(placement);
  try {
    return await endpoint.invite(trunk, {
      to: formatNumber(settings, placement.to),
      from: formatNumber(settings, placement.from),
      sdp: media.createOffer(),
      ringMs: RING_MS,
      signal: hangUp.signal,
      handlers: {
        onOffer: (sdp) => answerOffer(media, sdp),
        onKey: line.key,
      },
      onRinging: () =>
        void report(placement, "ringing").catch((error: unknown) =>
          log.warn({ err: error, callId: placement.callId }, "the ringing of a call was not stored"),
        ),
    });
  } finally {
    hangUp.stop();
  }
}

/** Begins the conversation of an answered call. Resolves when it is over. */
async function beginConversation(
  { calls }: SipContext,
  { ctx, callId }: ClaimedPlacement,
  result: Extract<InviteResult, { dialog: unknown }>,
  { media, line }: Answered,
): Promise<void> {
  line.connect(result.dialog);
  media.acceptAnswer(result.sdp);
  const call = await answerSpokenCall(ctx, callId);
  // The call was ended while it rang.
  const session = call === null ? undefined : await calls.begin({ ctx, call, line });
  if (session === undefined) return line.close("carrier_error");
  line.serve(session);
  await session.over;
}

/**
 * Places a claimed call, once, and holds its conversation. `onSettled`: the call is answered or over, and counts itself from
 * now on. Every result is stored; resolves when the call is over.
 */
export async function placeClaimedCall(
  options: SipContext,
  placement: ClaimedPlacement,
  onSettled: () => void,
): Promise<void> {
  const { ctx, callId, integrationId } = placement;
  const stopRenewing = keepClaim(placement);
  let media: MediaSession | undefined;
  let status = NOT_SENT;
  try {
    const opened = await openTrunk(ctx, integrationId);
    if (opened === undefined) return;
    media = await options.ports.open(mediaOptions(opened.settings));
    const { settings } = opened;
    const entry = { id: integrationId, workspaceId: ctx.workspaceId, environment: ctx.environment, settings };
    const answered = { media, line: createSipLine(media, transfersOf(options, entry, placement.from)) };
    const result = await invite(options, placement, opened, answered);
    status = "dialog" in result ? 200 : result.status;
    if (!("dialog" in result)) {
      log.info({ callId, status, wasSent: result.wasSent }, "a call was not answered");
      return;
    }
    await beginConversation(options, placement, result, answered);
  } catch (error) {
    if (error instanceof SdpError) status = NOT_ACCEPTABLE;
    log.warn({ err: error, callId, integrationId }, "an outbound call over a trunk failed");
  } finally {
    onSettled();
    stopRenewing();
    media?.close();
    await settle(placement, status);
  }
}

/** Stores how the placement ended. */
async function settle(placement: ClaimedPlacement, status: number): Promise<void> {
  try {
    await endPlacement(placement, status);
    await report(placement, status === 200 ? "ended" : eventOfStatus(status));
  } catch (error) {
    // The lease expires, and the worker then settles the attempt as unknown.
    log.error({ err: error, callId: placement.callId }, "the end of a call over a trunk was not stored");
  }
}
