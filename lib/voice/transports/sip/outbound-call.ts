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
import type { InviteResult, SipDialog } from "@/lib/platform/sip";
import { keepClaim } from "./keep-claim";
import { answerOffer, applyAnswer, formatNumber, mediaOptions } from "./media-options";
import { type SipContext, transfersOf } from "./sip-context";
import { createSipLine, type SipLine } from "./sip-line";

/** Six rings, as with other carriers. After that, a mailbox answers. */
const RING_MS = 30_000;
/** A trunk that was disconnected, or media that could not be opened: no INVITE was sent. */
const NOT_SENT = 503;
/** The answer's SDP cannot be used. */
const NOT_ACCEPTABLE = 488;

type OpenTrunk = NonNullable<Awaited<ReturnType<typeof openTrunk>>>;
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

/** Sends the INVITE and waits for its final response. */
async function invite(
  { endpoint, messages }: SipContext,
  placement: ClaimedPlacement,
  { settings, trunk }: OpenTrunk,
  { media, line }: Ends,
): Promise<InviteResult> {
  const hangUp = await watchHangUp(placement);
  try {
    return await endpoint.invite(trunk, {
      to: formatNumber(settings, placement.to),
      from: formatNumber(settings, placement.from),
      sdp: media.createOffer(),
      ringMs: RING_MS,
      signal: hangUp.signal,
      onCallId: (sipCallId) =>
        messages.bind(sipCallId, { ctx: placement.ctx, callId: placement.callId, leg: "caller" }),
      handlers: { onOffer: (sdp) => answerOffer(media, sdp), onKey: line.key },
      onRinging: () =>
        void report(placement, "ringing").catch((error: unknown) =>
          log.warn({ err: error, callId: placement.callId }, "the ringing of a call was not stored"),
        ),
    });
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

/** Calls the number, once. Returns the status to store. */
async function place(
  context: SipContext,
  placement: ClaimedPlacement,
  opened: OpenTrunk,
  onSettled: () => void,
): Promise<number> {
  const { ctx, callId, integrationId: id, from } = placement;
  const media = await context.ports.open(mediaOptions(opened.settings));
  const { workspaceId, environment } = ctx;
  const entry = { id, workspaceId, environment, settings: opened.settings };
  const ends = { media, line: createSipLine(media, transfersOf(context, entry, from, { ctx, callId })) };
  try {
    const result = await invite(context, placement, opened, ends);
    if ("dialog" in result) return await beginConversation(context, placement, result, ends, onSettled);
    log.info({ callId, status: result.status, wasSent: result.wasSent }, "a call was not answered");
    return result.status;
  } finally {
    // Without a dialog, no one else frees it. A line closes its media itself, after the last words.
    if (!ends.line.isConnected()) media.close();
  }
}

/**
 * Places a claimed call, once, and holds its conversation. `onSettled`: the call is over, or counts itself from now on. Every
 * result is stored; resolves when the call is over, also for a transferred caller.
 */
export async function placeClaimedCall(
  context: SipContext,
  placement: ClaimedPlacement,
  onSettled: () => void,
): Promise<void> {
  const { ctx, callId, integrationId } = placement;
  const stopRenewing = keepClaim(() => renewPlacement(placement), callId);
  let status = NOT_SENT;
  try {
    const opened = await openTrunk(ctx, integrationId);
    if (opened !== undefined) status = await place(context, placement, opened, onSettled);
  } catch (error) {
    log.warn({ err: error, callId, integrationId }, "an outbound call over a trunk failed");
  } finally {
    onSettled();
    stopRenewing();
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
