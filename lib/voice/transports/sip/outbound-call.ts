import { type OpenTrunk, openTrunk } from "@/lib/agents/integrations";
import { answerSpokenCall } from "@/lib/calls/calls";
import {
  type ClaimedPlacement,
  endPlacement,
  eventOfStatus,
  findRefusal,
  isCertainlyNotPlaced,
  isHangUpDue,
  renewPlacement,
  sipCallRef,
  sipCarrier,
  switchTrunk,
} from "@/lib/outreach/carriers";
import { type CarrierEventType, handleCarrierEvent } from "@/lib/outreach/dialing";
import { subscribe } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import type { MediaSession } from "@/lib/platform/rtp";
import type { InviteResult, SipDialog } from "@/lib/platform/sip";
import { keepClaim } from "./keep-claim";
import { answerOffer, applyAnswer, formatNumber, mediaOptions } from "./media-options";
import { pauseAfter503 } from "./pause-after-503";
import { type SipContext, transfersOf } from "./sip-context";
import { createSipLine, type SipLine } from "./sip-line";

/** Six rings, as with other carriers. After that, a mailbox answers. */
const RING_MS = 30_000;
/** A trunk that was disconnected, or media that could not be opened: no INVITE was sent. */
const NOT_SENT = 503;
/** The answer's SDP cannot be used. */
const NOT_ACCEPTABLE = 488;

type Ends = { media: MediaSession; line: SipLine };

const report = (placement: ClaimedPlacement, type: CarrierEventType) =>
  handleCarrierEvent(placement.ctx, sipCarrier, sipCallRef(placement.callId), { type, key: placement.key });

/** Aborts when the product hangs up the call while it rings. Resolves once an earlier request is known. */
async function watchHangUp({ ctx, key, callId }: ClaimedPlacement) {
  const controller = new AbortController();
  const check = () =>
    isHangUpDue(ctx, key).then(
      (isDue) => isDue && controller.abort(),
      (error: unknown) => log.warn({ err: error, callId }, "a hang-up could not be read"),
    );
  const unsubscribe = await subscribe(callId, (kind) => {
    if (kind === "sip_hang_up" || kind === "reconnected") void check();
  });
  await check();
  return { signal: controller.signal, stop: unsubscribe };
}

type InviteOutcome = { result: InviteResult; hasRung: boolean; isCanceled: boolean };

/** Sends the INVITE and waits for its final response. */
async function invite(
  { endpoint, messages }: SipContext,
  placement: ClaimedPlacement,
  { settings, trunk }: OpenTrunk,
  { media, line }: Ends,
): Promise<InviteOutcome> {
  const hangUp = await watchHangUp(placement);
  let hasRung = false;
  try {
    const result = await endpoint.invite(trunk, {
      to: formatNumber(settings, placement.to),
      from: formatNumber(settings, placement.from),
      sdp: media.createOffer(),
      ringMs: RING_MS,
      signal: hangUp.signal,
      onCallId: (sipCallId) =>
        messages.bind(sipCallId, { ctx: placement.ctx, callId: placement.callId, leg: "caller" }),
      handlers: { onOffer: (sdp) => answerOffer(media, sdp), onKey: line.key },
      onEarlyMedia: () => {
        hasRung = true;
      },
      onRinging: () => {
        hasRung = true;
        void report(placement, "ringing").catch((error: unknown) =>
          log.warn({ err: error, callId: placement.callId }, "the ringing of a call was not stored"),
        );
      },
    });
    return { result, hasRung, isCanceled: hangUp.signal.aborted };
  } finally {
    hangUp.stop();
  }
}

/**
 * Begins the conversation of an answered call. `onSettled`: it is over, or counts itself. From here on the line ends the dialog and
 * frees the media. Returns the status to store.
 */
async function beginConversation(
  { calls }: SipContext,
  { ctx, callId }: ClaimedPlacement,
  { dialog, sdp }: { dialog: SipDialog; sdp: string },
  { media, line }: Ends,
  onSettled: () => void,
): Promise<number> {
  line.connect(dialog);
  try {
    if (!applyAnswer(media, sdp)) {
      line.close("carrier_error");
      return NOT_ACCEPTABLE;
    }
    const call = await answerSpokenCall(ctx, callId);
    // The call was ended while it rang.
    const session = call === null ? undefined : await calls.begin({ ctx, call, line });
    if (session === undefined) line.close("carrier_error");
    else line.serve(session);
  } catch (error) {
    line.close("carrier_error");
    throw error;
  } finally {
    onSettled();
  }
  // A transferred caller talks to a person after the session.
  await line.over;
  return 200;
}

/** The end of a try: the status to store, and whether it certainly placed no call, so that another trunk may. */
type TryResult = { status: number; wasSent: boolean; isNotPlaced: boolean };

/** No INVITE was sent, as the trunk must not place the call. */
const NOTHING_SENT: TryResult = { status: NOT_SENT, wasSent: false, isNotPlaced: true };

/** Calls the number over one trunk, once. */
async function place(
  context: SipContext,
  placement: ClaimedPlacement,
  opened: OpenTrunk,
  onSettled: () => void,
): Promise<TryResult> {
  const { ctx, callId, integrationId: id, from } = placement;
  const media = await context.ports.open(mediaOptions(opened.settings));
  const { workspaceId, environment } = ctx;
  const entry = { id, workspaceId, environment, settings: opened.settings };
  const ends = { media, line: createSipLine(media, transfersOf(context, entry, from, { ctx, callId })) };
  try {
    const { result, ...progress } = await invite(context, placement, opened, ends);
    if ("dialog" in result) {
      const status = await beginConversation(context, placement, result, ends, onSettled);
      return { status, wasSent: true, isNotPlaced: false };
    }
    const { status, wasSent } = result;
    await pauseAfter503(ctx, id, result);
    log.info({ callId, integrationId: id, status, wasSent }, "a call was not answered");
    return { status, wasSent, isNotPlaced: isCertainlyNotPlaced({ status, wasSent, ...progress }) };
  } finally {
    // Without a dialog, no one else frees it. A line closes its media itself, after the last words.
    if (!ends.line.isConnected()) media.close();
  }
}

/** Calls the number over the placement's trunk if that may place the call now. */
async function tryTrunk(
  context: SipContext,
  placement: ClaimedPlacement,
  onSettled: () => void,
): Promise<TryResult> {
  const { ctx, callId, integrationId } = placement;
  const opened = await openTrunk(ctx, integrationId);
  const refusal = findRefusal(opened, placement);
  if (opened !== undefined && refusal === null) return place(context, placement, opened, onSettled);
  log.warn({ callId, integrationId, refusal }, "a trunk must not place a call that was requested");
  return NOTHING_SENT;
}

/**
 * Places a claimed call and holds its conversation. Each trunk of the call gets at most one INVITE, and the next trunk only after the
 * one before certainly did not place the call. `onSettled`: the call is over, or counts itself from now on. Every result is stored;
 * resolves when the call is over, also for a transferred caller.
 */
export async function placeClaimedCall(
  context: SipContext,
  claimed: ClaimedPlacement,
  onSettled: () => void,
): Promise<void> {
  const { callId, integrationId } = claimed;
  const stopRenewing = keepClaim(() => renewPlacement(claimed), callId);
  let status = NOT_SENT;
  try {
    let placement: ClaimedPlacement | null = claimed;
    while (placement !== null) {
      const result: TryResult = await tryTrunk(context, placement, onSettled);
      status = result.status;
      placement = result.isNotPlaced ? await switchTrunk(placement, result) : null;
    }
  } catch (error) {
    log.warn({ err: error, callId, integrationId }, "an outbound call over a trunk failed");
  } finally {
    onSettled();
    stopRenewing();
    await settle(claimed, status);
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
