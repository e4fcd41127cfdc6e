import { isSipAddress } from "@/lib/agents/agents/values";
import { openTrunk, type TrunkEntry } from "@/lib/agents/integrations";
import {
  endPlacement,
  eventOfStatus,
  findRefusal,
  renewPlacement,
  requestPlacement,
} from "@/lib/outreach/carriers";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { MediaPorts, MediaSession } from "@/lib/platform/rtp";
import { SdpError } from "@/lib/platform/rtp";
import type { SipDialog, SipEndpoint } from "@/lib/platform/sip";
import { keepClaim } from "./keep-claim";
import { answerOffer, formatNumber, mediaOptions } from "./media-options";
import { pauseAfter503 } from "./pause-after-503";
import { trunkCtx } from "./trunk-directory";

/** About five rings, which the waiting caller hears. */
const RING_MS = 25_000;

export type LegOptions = { gatewayId: string; ports: MediaPorts; endpoint: Pick<SipEndpoint, "invite"> };
/** An answered second leg. The one who asked for it closes both. */
export type Leg = { media: MediaSession; dialog: SipDialog };
export type LegFailure = "busy" | "no_answer" | "unreachable";

/** Stored as the status of an answered leg, whose minutes count. */
const ANSWERED = 200;

/** The failure that the waiting caller is told. A person who declines has not answered, as far as the caller is concerned. */
const FAILURES: Readonly<Record<ReturnType<typeof eventOfStatus>, LegFailure>> = {
  busy: "busy",
  no_answer: "no_answer",
  declined: "no_answer",
  failed: "unreachable",
};

/**
 * Counts a leg toward the limits of its trunk until the returned function is called with whether it was answered; null if a
 * limit is reached.
 */
async function countLeg(
  gatewayId: string,
  entry: TrunkEntry,
  { to, from }: { to: string; from: string },
): Promise<((isAnswered: boolean) => void) | null> {
  const ctx = trunkCtx(entry);
  const id = newId("call");
  const key = `leg/${id}`;
  const request = { key, callId: id, integrationId: entry.id, to, from, claimedBy: gatewayId };
  if ((await requestPlacement(ctx, request, entry.settings)).at !== "stored") return null;
  const stopRenewing = keepClaim(() => renewPlacement({ ctx, key }), id);
  return (isAnswered) => {
    stopRenewing();
    // If this is not stored, the lease expires.
    endPlacement({ ctx, key }, isAnswered ? ANSWERED : null).catch((error: unknown) =>
      log.warn({ err: error, trunkId: entry.id }, "the end of a second leg was not stored"),
    );
  };
}

/**
 * Calls a number, or a SIP address, over a trunk, for a caller who is on the line: a transfer, or a call that no agent answers. `from`: the
 * workspace's number. The trunk's rules and limits apply. Never throws for a failure of the trunk.
 */
export async function placeLeg(
  options: LegOptions,
  entry: TrunkEntry,
  numbers: { to: string; from: string },
  signal: AbortSignal,
): Promise<Leg | LegFailure> {
  const release = await countLeg(options.gatewayId, entry, numbers);
  if (release === null) {
    log.warn(
      { trunkId: entry.id },
      "a trunk has its maximum of calls or has reached a limit, so a second leg is not placed",
    );
    return "unreachable";
  }
  const leg = await callNumber(options, entry, numbers, signal).catch((error: unknown) => {
    release(false);
    throw error;
  });
  if (typeof leg === "string") release(false);
  else void leg.dialog.ended.then(() => release(true));
  return leg;
}

/** The user and the domain of an INVITE to a number, or to a SIP address, which has the form that agents store. */
function inviteTarget(settings: TrunkEntry["settings"], to: string): { to: string; domain?: string } {
  if (!isSipAddress(to)) return { to: formatNumber(settings, to) };
  const at = to.indexOf("@");
  return { to: to.slice("sip:".length, at), domain: to.slice(at + 1) };
}

/** Places the second leg. */
async function callNumber(
  { ports, endpoint }: LegOptions,
  entry: TrunkEntry,
  { to, from }: { to: string; from: string },
  signal: AbortSignal,
): Promise<Leg | LegFailure> {
  const opened = await openTrunk(trunkCtx(entry), entry.id);
  const refusal = findRefusal(opened, { to, from });
  if (opened === undefined || refusal !== null) {
    log.warn({ trunkId: entry.id, refusal }, "a trunk's rules do not allow a transfer");
    return "unreachable";
  }
  const media = await ports.open(mediaOptions(opened.settings)).catch(() => null);
  if (media === null) return "unreachable";
  try {
    const result = await endpoint.invite(opened.trunk, {
      ...inviteTarget(opened.settings, to),
      from: formatNumber(opened.settings, from),
      sdp: media.createOffer(),
      ringMs: RING_MS,
      signal,
      handlers: { onOffer: (sdp) => answerOffer(media, sdp) },
    });
    if (!("dialog" in result)) {
      media.close();
      await pauseAfter503(trunkCtx(entry), entry.id, result);
      return FAILURES[eventOfStatus(result.status)];
    }
    try {
      media.acceptAnswer(result.sdp);
    } catch (error) {
      await result.dialog.bye();
      throw error;
    }
    return { media, dialog: result.dialog };
  } catch (error) {
    media.close();
    if (!(error instanceof SdpError)) log.warn({ err: error, trunkId: entry.id }, "a second leg failed");
    return "unreachable";
  }
}
