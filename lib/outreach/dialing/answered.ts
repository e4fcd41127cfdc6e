import { sql } from "kysely";
import { type Missed, missCall } from "@/lib/calls/calls";
import { suppressStatement } from "@/lib/contacts/consent";
import { createBatchLoader } from "@/lib/platform/batch-loader";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { Attempt } from "./attempt";
import type { Carrier, FindAnswer, PlaceAnswer, PlaceRequest, RefusalKind } from "./carrier";
import { followJob, placeJob, tellCampaigns } from "./jobs";
import {
  endAttempt,
  endUnplaced,
  LEASE_MS,
  leaseFrom,
  moveAttempt,
  placedStatement,
  type Taken,
} from "./moves";
import { carrierSaid } from "./said";

/** Until a carrier that is away is asked again, unless it says when. */
const RETRY_MS = 10_000;
/** A carrier that says "later" does not say "tomorrow": the decision would have to be made anew. */
const MAX_RETRY_MS = 5 * 60_000;
/**
 * How long an attempt waits for a carrier that is away, or for a call that rings and of which it says nothing more; then
 * it has failed, and the campaign's own rules decide.
 */
const PATIENCE_MS = 10 * 60_000;

/** Attempts that are written down as placed by one statement. */
const MAX_PLACED = 100;

/** An attempt of the context's environment, and the carrier of that. */
export type Work = { ctx: Ctx; attempt: Attempt; carrier: Carrier };

const REFUSALS: Record<RefusalKind, string> = {
  invalid_number: "The carrier knows no such number.",
  unreachable: "The carrier cannot reach this number.",
  unsubscribed: "The number has told the carrier to be left alone.",
  not_allowed: "The carrier does not allow this.",
};

/**
 * Ends an attempt whose call never came about, in one transaction with the call. `untried`: it is certain that nobody was
 * called, so that the attempt counts as called off, and the contact is as free as before.
 */
export async function fail(
  { ctx, attempt }: Work,
  reason: { code: string; message: string },
  { unsubscribed = false, untried = false } = {},
): Promise<void> {
  const { key, call_id: callId } = attempt;
  const end = endAttempt(ctx, key, ["claimed", "placing", "placed"], untried ? "canceled" : undefined);
  const suppress = suppressStatement(ctx, [attempt.contact_hash], {
    source: "carrier",
    channels: ["call", "text"],
    reason: REFUSALS.unsubscribed,
    callId,
  });
  const missed: Missed = {
    status: "failed",
    endReason: "carrier_error",
    outcome: "failed",
    reasons: [reason],
  };
  const run = [end, ...(unsubscribed ? [suppress] : [])];
  if (await missCall(ctx, callId, missed, { run, followed: true })) return tellCampaigns(ctx, [attempt]);
  // Somebody has ended the call while the carrier was asked: there is nothing to hang up, and nobody else ends the attempt.
  await record(ctx, {
    run: [endUnplaced(ctx, key), ...(unsubscribed ? [suppress] : []), followJob(ctx, callId)],
  });
}

/** Of calls that have ended and whose attempts have not, a row each. */
const selectOver = ({ workspaceId }: Ctx, callIds: readonly string[]) =>
  db
    .selectFrom("attempts as a")
    .innerJoin("calls as c", "c.id", "a.call_id")
    .select("c.id")
    .where("a.workspace_id", "=", workspaceId)
    .where("c.workspace_id", "=", workspaceId)
    .where("a.call_id", "=", sql<string>`any(${callIds}::text[])`)
    .where("a.state", "<>", "ended")
    .where("c.ended_at", "is not", null);

/** Writes down that a carrier has it, those of one moment together. Events may have come before, and even the end. */
const placed = createBatchLoader<{ ctx: Ctx; callId: string; taken: Taken }, void>({
  keyOf: ({ ctx }) => ctx.workspaceId,
  maxItems: MAX_PLACED,
  async work(items) {
    const [{ ctx }] = items;
    const [, over] = await record(ctx, {
      run: [
        placedStatement(
          ctx,
          items.map(({ taken }) => taken),
        ),
        selectOver(
          ctx,
          items.map(({ callId }) => callId),
        ),
      ],
    });
    if (over.length > 0) await record(ctx, { run: over.map(({ id }) => followJob(ctx, id)) });
    return items.map(() => undefined);
  },
});
const takenBy = ({ ctx, attempt: { key, call_id: callId }, carrier }: Work, ref: string) =>
  placed({ ctx, callId, taken: { key, carrier: carrier.name, ref } });

/** Back to the start, as it is certain that nothing happened; or failed, where that has gone on for too long. */
async function later(work: Work, afterMs: number): Promise<void> {
  const { ctx, attempt } = work;
  const now = ctx.now();
  if (Date.parse(now) - Date.parse(attempt.claimed_at) > PATIENCE_MS)
    return fail(
      work,
      { code: "carrier_unavailable", message: "The carrier could not be reached." },
      { untried: true },
    );
  const at = plusMs(now, Math.min(afterMs, MAX_RETRY_MS));
  const back = { state: "claimed", scheduled_at: at, lease_until: plusMs(at, LEASE_MS) } as const;
  await record(ctx, {
    run: [moveAttempt(ctx, attempt.key, ["placing"], back), placeJob(ctx, attempt.key, at)],
  });
}

export const unknownEnd = {
  code: "carrier_error",
  message: "It is not known whether the carrier placed this.",
};

/** Looks at the carrier for what became of an attempt. What nobody knows is settled as failed, and never placed again. */
export async function lookUp(work: Work, request: PlaceRequest): Promise<void> {
  const { ctx, attempt, carrier } = work;
  const found = await carrier.find(ctx, request).catch((error: unknown): FindAnswer => {
    log.error({ key: attempt.key, err: error }, "a carrier could not be asked for an attempt");
    return { at: "unavailable" };
  });
  const waited = Date.parse(ctx.now()) - Date.parse(attempt.placed_at ?? attempt.claimed_at);
  if (found.at === "placed") {
    await takenBy(work, found.ref);
    if (found.last !== null) await carrierSaid(ctx, carrier, found.ref, found.last);
    // Nothing rings for as long: the carrier has lost the call, and it would keep its slot for good.
    const lost = (found.last === null || found.last.type === "ringing") && waited > PATIENCE_MS;
    if (!lost) return;
    await carrier.hangUp(ctx, found.ref);
    return fail(work, unknownEnd);
  }
  if (found.at === "not_found" || waited > PATIENCE_MS) return fail(work, unknownEnd);
  const at = plusMs(ctx.now(), RETRY_MS);
  await record(ctx, {
    run: [moveAttempt(ctx, attempt.key, ["placing"], { lease_until: at }), placeJob(ctx, attempt.key, at)],
  });
}

/** Writes down what the carrier answered. */
export async function take(work: Work, request: PlaceRequest, answer: PlaceAnswer): Promise<void> {
  switch (answer.at) {
    case "placed":
      return takenBy(work, answer.ref);
    case "refused":
      return fail(
        work,
        { code: answer.kind, message: REFUSALS[answer.kind] },
        { unsubscribed: answer.kind === "unsubscribed" },
      );
    case "retry_later":
      return later(work, (answer.afterS ?? RETRY_MS / 1_000) * 1_000);
    case "unavailable":
      return later(work, RETRY_MS);
    case "unknown":
      return lookUp(work, request);
  }
}

/** Takes up what a lost worker left in `placing`, once its lease is over. */
export async function takeUp(work: Work, request: PlaceRequest): Promise<void> {
  const { ctx, attempt } = work;
  const now = ctx.now();
  const { lease_until: until } = attempt;
  if (until !== null && until > now)
    return void (await record(ctx, { run: [placeJob(ctx, attempt.key, until)] }));
  const mine = db
    .updateTable("attempts")
    .set({ lease_until: leaseFrom(ctx) })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", attempt.key)
    .where("state", "=", "placing")
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", now)]))
    .returning("key");
  const [taken] = await record(ctx, { run: [mine] });
  if (taken.length > 0) await lookUp(work, request);
}
