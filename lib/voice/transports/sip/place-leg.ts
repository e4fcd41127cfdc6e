import { openTrunk, type TrunkEntry } from "@/lib/agents/integrations";
import {
  dialProblem,
  endPlacement,
  eventOfStatus,
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
import { trunkCtx } from "./trunk-directory";

/** About five rings, which the waiting caller hears. */
const RING_MS = 25_000;

export type LegOptions = { gatewayId: string; ports: MediaPorts; endpoint: SipEndpoint };
/** An answered second leg. The one who asked for it closes both. */
export type Leg = { media: MediaSession; dialog: SipDialog };
export type LegFailure = "busy" | "no_answer" | "unreachable";

/** The failure that the waiting caller is told. A person who declines has not answered, as far as the caller is concerned. */
const FAILURES: Readonly<Record<ReturnType<typeof eventOfStatus>, LegFailure>> = {
  busy: "busy",
  no_answer: "no_answer",
  declined: "no_answer",
  failed: "unreachable",
};

/** Counts a leg toward the limits of its trunk until the returned function is called; null if they are reached. */
async function countLeg(gatewayId: string, entry: TrunkEntry, from: string): Promise<(() => void) | null> {
  const ctx = trunkCtx(entry);
  const id = newId("call");
  const key = `leg/${id}`;
  const request = { key, callId: id, integrationId: entry.id, from, claimedBy: gatewayId };
  if (!(await requestPlacement(ctx, request, entry.settings))) return null;
  const stopRenewing = keepClaim(() => renewPlacement({ ctx, key }), id);
  return () => {
    stopRenewing();
    // If this is not stored, the lease expires.
    endPlacement({ ctx, key }, null).catch((error: unknown) =>
      log.warn({ err: error, trunkId: entry.id }, "the end of a second leg was not stored"),
    );
  };
}

/**
 * Calls a number over a trunk, for a caller who is on the line: a transfer, or a call that no agent answers. `from`: the
 * workspace's number. The trunk's rules and limits apply. Never throws for a failure of the trunk.
 */
export async function placeLeg(
  options: LegOptions,
  entry: TrunkEntry,
  numbers: { to: string; from: string },
  signal: AbortSignal,
): Promise<Leg | LegFailure> {
  const release = await countLeg(options.gatewayId, entry, numbers.from);
  if (release === null) {
    log.warn({ trunkId: entry.id }, "a trunk has its maximum of calls, so a second leg is not placed");
    return "unreachable";
  }
  const leg = await callNumber(options, entry, numbers, signal).catch((error: unknown) => {
    release();
    throw error;
  });
  if (typeof leg === "string") release();
  else void leg.dialog.ended.then(release);
  return leg;
}

/** Places the second leg. */
async function callNumber(
  { ports, endpoint }: LegOptions,
  entry: TrunkEntry,
  { to, from }: { to: string; from: string },
  signal: AbortSignal,
): Promise<Leg | LegFailure> {
  const problem = dialProblem(entry.settings, { to, from });
  const opened = problem === null ? await openTrunk(trunkCtx(entry), entry.id) : undefined;
  if (opened === undefined) {
    log.warn({ trunkId: entry.id, problem }, "a trunk's rules do not allow a transfer");
    return "unreachable";
  }
  const media = await ports.open(mediaOptions(opened.settings)).catch(() => null);
  if (media === null) return "unreachable";
  try {
    const result = await endpoint.invite(opened.trunk, {
      to: formatNumber(opened.settings, to),
      from: formatNumber(opened.settings, from),
      sdp: media.createOffer(),
      ringMs: RING_MS,
      signal,
      handlers: { onOffer: (sdp) => answerOffer(media, sdp) },
    });
    if (!("dialog" in result)) {
      media.close();
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
