import { endUnansweredCallBatch, type UnansweredEnd } from "@/lib/calls/calls";
import { createBatchLoader } from "@/lib/platform/batch-loader";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { type Attempt, findAttemptsAtCarrier } from "./attempt";
import { endUnansweredAttempts, markAttemptsPlaced } from "./attempt-updates";
import type { CarrierEventType } from "./carrier";
import { notifyCampaigns } from "./jobs";

/** The end of an unanswered call, by the carrier's event. */
const UNANSWERED_ENDINGS = {
  voicemail: { status: "voicemail", endReason: "voicemail_reached", outcome: "voicemail" },
  busy: { status: "busy", endReason: "busy", outcome: "busy" },
  declined: { status: "busy", endReason: "declined", outcome: "declined" },
  no_answer: { status: "no_answer", endReason: "no_answer", outcome: "no_answer" },
  failed: { status: "failed", endReason: "carrier_error", outcome: "failed" },
  canceled: { status: "canceled", endReason: "canceled", outcome: "failed" },
  // The call has ended, and no event said that it was answered.
  ended: { status: "failed", endReason: "carrier_error", outcome: "failed" },
} as const satisfies Partial<Record<CarrierEventType, UnansweredEnd>>;
type UnansweredEventType = keyof typeof UNANSWERED_ENDINGS;
/** Whether an event ends a call that was not answered. */
export const isUnansweredEvent = (type: CarrierEventType): type is UnansweredEventType =>
  type in UNANSWERED_ENDINGS;

/** Maximum events in one batch. */
const MAX_AT_ONCE = 50;

type UnansweredEvent = {
  ctx: Ctx;
  carrier: string;
  ref: string;
  key: string | undefined;
  type: UnansweredEventType;
};
/** `missed`: this event ended the call. False if the call was answered, or had ended before. */
type UnansweredResult = { ctx: Ctx; callId: string; missed: boolean };

/** Finds the attempt of each event, by the carrier's reference or by the attempt's key. */
async function attemptLookup(
  ctx: Ctx,
  carrier: string,
  events: readonly UnansweredEvent[],
): Promise<(of: UnansweredEvent) => Attempt | undefined> {
  const keys = events.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const attempts = await findAttemptsAtCarrier(ctx, carrier, { refs: events.map(({ ref }) => ref), keys });
  const byKey = new Map(attempts.map((attempt) => [attempt.key, attempt]));
  const byRef = new Map(
    attempts
      .filter((attempt) => attempt.carrier === carrier)
      .map((attempt) => [attempt.carrier_ref, attempt]),
  );
  return ({ ref, key }) => byRef.get(ref) ?? (key === undefined ? undefined : byKey.get(key));
}

/** Whether the attempt ended earlier without an answer. */
const hasEndedUnanswered = ({ state, status }: Attempt): boolean =>
  state === "ended" && status !== "completed";

/** Ends calls of one environment and their attempts. Returns the calls that it ended. */
function endUnansweredCalls(
  ctx: Ctx,
  unanswered: readonly { attempt: Attempt; type: UnansweredEventType }[],
): Promise<ReadonlySet<string>> {
  const missed = new Map<string, UnansweredEnd>();
  // The first of several events for a call counts.
  for (const { attempt, type } of unanswered)
    if (!missed.has(attempt.call_id)) missed.set(attempt.call_id, UNANSWERED_ENDINGS[type]);
  const keys = unanswered.map(({ attempt }) => attempt.key);
  // The carrier reported the end: there is nothing to hang up, and the slot is free.
  return endUnansweredCallBatch(ctx, missed, [endUnansweredAttempts(ctx, keys)]);
}

/**
 * Records that the carrier ended unanswered calls, in batches. Returns null for an event that belongs to no
 * attempt. An event with a key proves that the carrier has the attempt, regardless of the response of
 * `place`.
 */
export const recordUnansweredCall = createBatchLoader<UnansweredEvent, UnansweredResult | null>({
  keyOf: ({ ctx, carrier }) => `${ctx.workspaceId} ${carrier}`,
  maxItems: MAX_AT_ONCE,
  onFailure: "retry",
  async loadBatch(events) {
    const [{ ctx, carrier }] = events;
    const findAttemptOf = await attemptLookup(ctx, carrier, events);
    const unanswered = events.flatMap((event) => {
      const attempt = findAttemptOf(event);
      return attempt === undefined ? [] : [{ attempt, type: event.type, ref: event.ref }];
    });
    const early = unanswered.filter(({ attempt }) => attempt.state === "placing");
    const placements = new Map(early.map(({ attempt: { key }, ref }) => [key, { key, carrier, ref }]));
    if (placements.size > 0)
      await writeUnaudited(ctx, { run: [markAttemptsPlaced(ctx, [...placements.values()])] });
    const ended = new Set<string>();
    for (const environment of new Set(unanswered.map(({ attempt }) => attempt.environment))) {
      const ofEnvironment = unanswered.filter(({ attempt }) => attempt.environment === environment);
      for (const id of await endUnansweredCalls({ ...ctx, environment }, ofEnvironment)) ended.add(id);
    }
    // If the call had ended before, the worker that ended it may have died before it notified the campaign.
    const over = unanswered.filter(
      ({ attempt }) => ended.has(attempt.call_id) || hasEndedUnanswered(attempt),
    );
    await notifyCampaigns(
      ctx,
      over.map(({ attempt }) => attempt),
    );
    return events.map((event): UnansweredResult | null => {
      const attempt = findAttemptOf(event);
      if (attempt === undefined) return null;
      const { environment, call_id: callId } = attempt;
      return { ctx: { ...event.ctx, environment }, callId, missed: ended.has(callId) };
    });
  },
});
