import { sql } from "kysely";
import { endUnansweredCall, type UnansweredEnd } from "@/lib/calls/calls";
import type { CallItem } from "@/lib/calls/calls/schema";
import { suppressStatement } from "@/lib/contacts/consent";
import { createBatchLoader } from "@/lib/platform/batch-loader";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { DECISION_REASONS, type DecisionReason, decisionReason } from "@/lib/platform/reasons/decisions";
import type { Attempt } from "./attempt";
import {
  type CarrierPlacement,
  endAttempt,
  endUnplacedAttempt,
  LEASE_MS,
  markAttemptsPlaced,
  newLeaseExpiry,
  updateAttempt,
} from "./attempt-updates";
import type { Carrier, FindAnswer, PlaceAnswer, PlaceRequest, RefusalKind } from "./carrier";
import { handleCarrierEvent } from "./carrier-event";
import { followJob, notifyCampaigns, placeJob } from "./jobs";
import { withEnd } from "./reason-end";

/** Delay before the next try with an unavailable carrier, unless the carrier gives one. */
const RETRY_MS = 10_000;
/** Maximum delay that a carrier can ask for. After a longer one, the decision would have to be made again. */
const MAX_RETRY_MS = 5 * 60_000;
/**
 * How long an attempt waits for an unavailable carrier, or for events of a ringing call. Then it has failed,
 * and the campaign's retry rules apply.
 */
const PATIENCE_MS = 10 * 60_000;

/** Maximum attempts that one statement marks as placed. */
const MAX_PLACED = 100;

/** An attempt of the context's environment, with the carrier of that environment. */
export type PlacingAttempt = { ctx: Ctx; attempt: Attempt; carrier: Carrier };

const REFUSALS: Record<RefusalKind, DecisionReason> = {
  invalid_number: "invalid_number",
  unreachable: "unreachable",
  unsubscribed: "unsubscribed",
  encryption_required: "trunk_not_encrypted",
  not_allowed: "not_allowed",
};

/**
 * Ends an attempt whose call never took place, in one transaction with the call. `untried`: certainly nothing
 * was dialed, so the attempt counts as canceled and does not use up the contact's budget.
 */
export async function failAttempt(
  { ctx, attempt }: PlacingAttempt,
  reason: CallItem["reasons"][number],
  { unsubscribed = false, untried = false } = {},
): Promise<void> {
  const { key, call_id: callId } = attempt;
  const end = endAttempt(ctx, key, ["claimed", "placing", "placed"], untried ? "canceled" : undefined);
  const suppress = suppressStatement(ctx, [attempt.contact_hash], {
    source: "carrier",
    channels: ["call", "text"],
    reason: DECISION_REASONS.unsubscribed.message,
    callId,
  });
  const missed: UnansweredEnd = {
    status: "failed",
    endReason: "carrier_error",
    outcome: "failed",
    reasons: [reason],
  };
  const run = [end, ...(unsubscribed ? [suppress] : [])];
  if (await endUnansweredCall(ctx, callId, missed, { run, isFollowUpQueued: true }))
    return notifyCampaigns(ctx, [attempt]);
  // The call was ended while the carrier placed it. There is nothing to hang up, and no other code ends the
  // attempt.
  await writeUnaudited(ctx, {
    run: [endUnplacedAttempt(ctx, key), ...(unsubscribed ? [suppress] : []), followJob(ctx, callId)],
  });
}

/** Selects the calls that have ended while their attempts have not. */
const selectEndedCalls = ({ workspaceId }: Ctx, callIds: readonly string[]) =>
  db
    .selectFrom("attempts as a")
    .innerJoin("calls as c", "c.id", "a.call_id")
    .select("c.id")
    .where("a.workspace_id", "=", workspaceId)
    .where("c.workspace_id", "=", workspaceId)
    .where("a.call_id", "=", sql<string>`any(${callIds}::text[])`)
    .where("a.state", "<>", "ended")
    .where("c.ended_at", "is not", null);

/**
 * Marks attempts as placed, in batches. Carrier events may have arrived earlier, even the end of the call.
 */
const recordPlacement = createBatchLoader<{ ctx: Ctx; callId: string; placement: CarrierPlacement }, void>({
  keyOf: ({ ctx }) => ctx.workspaceId,
  maxItems: MAX_PLACED,
  onFailure: "retry",
  async loadBatch(items) {
    const [{ ctx }] = items;
    const [, over] = await writeUnaudited(ctx, {
      run: [
        markAttemptsPlaced(
          ctx,
          items.map(({ placement }) => placement),
        ),
        selectEndedCalls(
          ctx,
          items.map(({ callId }) => callId),
        ),
      ],
    });
    if (over.length > 0) await writeUnaudited(ctx, { run: over.map(({ id }) => followJob(ctx, id)) });
    return items.map(() => undefined);
  },
});
const markPlaced = (
  { ctx, attempt: { key, call_id: callId }, carrier }: PlacingAttempt,
  { ref, carrier: name = carrier.name }: { ref: string; carrier?: string },
) => recordPlacement({ ctx, callId, placement: { key, carrier: name, ref } });

/**
 * Returns the attempt to `claimed`, as certainly nothing happened. Fails it with the reason if that has taken too long.
 */
async function retryLater(
  work: PlacingAttempt,
  afterMs: number,
  reason: DecisionReason = "carrier_unreachable",
): Promise<void> {
  const { ctx, attempt } = work;
  const now = ctx.now();
  if (Date.parse(now) - Date.parse(attempt.claimed_at) > PATIENCE_MS)
    return failAttempt(work, decisionReason(reason), { untried: true });
  const at = plusMs(now, Math.min(afterMs, MAX_RETRY_MS));
  const back = { state: "claimed", scheduled_at: at, lease_until: plusMs(at, LEASE_MS) } as const;
  await writeUnaudited(ctx, {
    run: [updateAttempt(ctx, attempt.key, ["placing"], back), placeJob(ctx, attempt.key, at)],
  });
}

export const UNKNOWN_RESULT = decisionReason("placement_unconfirmed");

/**
 * Looks up an attempt at the carrier. An unknown result is settled as failed, and the attempt is never placed
 * again.
 */
export async function findAtCarrier(work: PlacingAttempt, request: PlaceRequest): Promise<void> {
  const { ctx, attempt, carrier } = work;
  const answer = await carrier.find(ctx, request).catch((error: unknown): FindAnswer => {
    log.error(
      { key: attempt.key, requestId: ctx.requestId, err: error },
      "a carrier could not be asked for an attempt",
    );
    return { at: "unavailable" };
  });
  const waited = Date.parse(ctx.now()) - Date.parse(attempt.placed_at ?? attempt.claimed_at);
  if (answer.at === "placed") {
    await markPlaced(work, answer);
    if (answer.last !== null) {
      const { name } = carrier;
      await handleCarrierEvent(ctx, { ...carrier, name: answer.carrier ?? name }, answer.ref, answer.last);
    }
    // No call rings this long: the carrier has lost it, and it would occupy its slot forever.
    const lost = (answer.last === null || answer.last.type === "ringing") && waited > PATIENCE_MS;
    if (!lost) return;
    await carrier.hangUp(ctx, answer.ref);
    return failAttempt(work, UNKNOWN_RESULT);
  }
  if (answer.at === "not_found" || waited > PATIENCE_MS) return failAttempt(work, UNKNOWN_RESULT);
  const at = plusMs(ctx.now(), RETRY_MS);
  await writeUnaudited(ctx, {
    run: [updateAttempt(ctx, attempt.key, ["placing"], { lease_until: at }), placeJob(ctx, attempt.key, at)],
  });
}

/** Stores the carrier's answer to a place request. */
export async function applyPlaceAnswer(
  work: PlacingAttempt,
  request: PlaceRequest,
  answer: PlaceAnswer,
): Promise<void> {
  switch (answer.at) {
    case "placed":
      return markPlaced(work, answer);
    case "refused":
      return failAttempt(work, decisionReason(REFUSALS[answer.kind]), {
        unsubscribed: answer.kind === "unsubscribed",
      });
    case "retry_later":
      return retryLater(work, (answer.afterS ?? RETRY_MS / 1_000) * 1_000);
    case "unavailable":
      return retryLater(work, RETRY_MS);
    case "no_gateway":
      return retryLater(work, RETRY_MS, "gateways_full_too_long");
    case "limited":
      return failAttempt(work, withEnd(decisionReason("call_over_trunk_limit"), answer.until), {
        untried: true,
      });
    case "unknown":
      return findAtCarrier(work, request);
  }
}

/** Resumes an attempt that a lost worker left in `placing`, after its lease has expired. */
export async function resumePlacing(work: PlacingAttempt, request: PlaceRequest): Promise<void> {
  const { ctx, attempt } = work;
  const now = ctx.now();
  const { lease_until: until } = attempt;
  if (until !== null && until > now)
    return void (await writeUnaudited(ctx, { run: [placeJob(ctx, attempt.key, until)] }));
  const ownAttempts = db
    .updateTable("attempts")
    .set({ lease_until: newLeaseExpiry(ctx) })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", attempt.key)
    .where("state", "=", "placing")
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", now)]))
    .returning("key");
  const [taken] = await writeUnaudited(ctx, { run: [ownAttempts] });
  if (taken.length > 0) await findAtCarrier(work, request);
}
