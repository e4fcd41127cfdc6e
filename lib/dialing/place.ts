import type { Compilable } from "kysely";
import { type Missed, missCall } from "@/lib/calls";
import { plusMs } from "@/lib/clock";
import { suppressStatement } from "@/lib/consent";
import type { Ctx } from "@/lib/context";
import { subjectSealers } from "@/lib/crypto";
import { db, json, record } from "@/lib/db";
import { log } from "@/lib/log";
import type { Decision } from "@/lib/outreach/schema";
import {
  type Attempt,
  endAttempt,
  findAttempt,
  followJob,
  LEASE_MS,
  leaseFrom,
  moveAttempt,
  placeJob,
  tellCampaign,
} from "./attempt";
import type { Carrier, CarrierFor, FindAnswer, PlaceAnswer, PlaceRequest, RefusalKind } from "./carrier";
import { judgeAgain, reasonsOf } from "./judge";
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

type Work = { ctx: Ctx; attempt: Attempt; carrier: Carrier };

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
async function fail(
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
  if (await missCall(ctx, callId, missed, { run, followed: true })) await tellCampaign(ctx, attempt);
  else await record(ctx, { run: [followJob(ctx, callId)] });
}

/** Writes down that the carrier has it. Events may have come before, and even the end. */
async function placed({ ctx, attempt, carrier }: Work, ref: string): Promise<void> {
  const { key, call_id: callId } = attempt;
  const [, over] = await record(ctx, {
    run: [
      moveAttempt(ctx, key, ["placing"], {
        state: "placed",
        carrier: carrier.name,
        carrier_ref: ref,
        placed_at: ctx.now(),
        lease_until: null,
      }),
      selectOver(ctx, callId),
    ],
  });
  if (over.length > 0) await record(ctx, { run: [followJob(ctx, callId)] });
}

/** A row where the call has ended and its attempt has not. */
const selectOver = ({ workspaceId }: Ctx, callId: string) =>
  db
    .selectFrom("attempts as a")
    .innerJoin("calls as c", "c.id", "a.call_id")
    .select("c.id")
    .where("a.workspace_id", "=", workspaceId)
    .where("c.workspace_id", "=", workspaceId)
    .where("a.call_id", "=", callId)
    .where("a.state", "<>", "ended")
    .where("c.ended_at", "is not", null);

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
  const back = { state: "claimed", place_at: at, lease_until: plusMs(at, LEASE_MS) } as const;
  await record(ctx, {
    run: [moveAttempt(ctx, attempt.key, ["placing"], back), placeJob(ctx, attempt.key, at)],
  });
}

const unknownEnd = { code: "carrier_error", message: "It is not known whether the carrier placed this." };

/** Looks at the carrier for what became of an attempt. What nobody knows is settled as failed, and never placed again. */
async function lookUp(work: Work, request: PlaceRequest): Promise<void> {
  const { ctx, attempt, carrier } = work;
  const found = await carrier.find(ctx, request).catch((error: unknown): FindAnswer => {
    log.error({ key: attempt.key, err: error }, "a carrier could not be asked for an attempt");
    return { at: "unavailable" };
  });
  const waited = Date.parse(ctx.now()) - Date.parse(attempt.placed_at ?? attempt.claimed_at);
  if (found.at === "placed") {
    await placed(work, found.ref);
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

async function take(work: Work, request: PlaceRequest, answer: PlaceAnswer): Promise<void> {
  switch (answer.at) {
    case "placed":
      return placed(work, answer.ref);
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

/** Ends an attempt that policy does not allow any more, with the decision that says so. */
async function blocked({ ctx, attempt }: Work, decision: Decision | null): Promise<void> {
  const { key, call_id: callId } = attempt;
  const end = endAttempt(ctx, key, ["claimed"]);
  const done = async (missed: Missed, run: readonly Compilable<unknown>[]): Promise<void> => {
    if (await missCall(ctx, callId, missed, { run, followed: true })) await tellCampaign(ctx, attempt);
  };
  if (decision === null) return done({ status: "canceled", endReason: "canceled", outcome: "failed" }, [end]);
  const note = db
    .updateTable("attempts")
    .set({ decision: json(decision) })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", key);
  const reasons = reasonsOf(decision);
  const missed = { status: "blocked", endReason: "policy_blocked", outcome: "failed", reasons } as const;
  return done(missed, [note, end]);
}

/** The request to the carrier; null where the call's key is gone, as its contact was erased. */
async function requestOf({ ctx, attempt }: Work): Promise<PlaceRequest | null> {
  const { key, call_id: callId, channel, subject_id: subject, to_number: to, from_number: from } = attempt;
  if (to === null) return null;
  const sealer = (await subjectSealers(ctx.workspaceId, [subject])).get(subject);
  if (sealer === undefined) return null;
  const open = (field: string, box: Buffer) => sealer.openText({ table: "calls", row: callId, field }, box);
  return {
    callId,
    key,
    channel,
    to: open("to_number", to),
    from: from === null ? null : open("from_number", from),
  };
}

async function begin(work: Work, request: PlaceRequest): Promise<void> {
  const { ctx, attempt, carrier } = work;
  const { key } = attempt;
  if (attempt.place_at > ctx.now())
    return void (await record(ctx, { run: [placeJob(ctx, key, attempt.place_at)] }));
  const decision = await judgeAgain(ctx, attempt, await carrier.ready(ctx, attempt.channel));
  if (decision?.verdict !== "allow") return blocked(work, decision);
  const [taken] = await record(ctx, {
    run: [
      moveAttempt(ctx, key, ["claimed"], {
        state: "placing",
        carrier: carrier.name,
        lease_until: leaseFrom(ctx),
      }),
    ],
  });
  if (taken.length === 0) return;
  const answer = await carrier.place(ctx, request).catch((error: unknown): PlaceAnswer => {
    log.error({ key, err: error }, "a carrier broke while it placed an attempt");
    return { at: "unknown" };
  });
  await take(work, request, answer);
}

/** Takes up what a lost worker left in `placing`, once its lease is over. */
async function takeUp(work: Work, request: PlaceRequest): Promise<void> {
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

/**
 * Asks the carrier for an attempt that is due, once: before, it is decided again; from `placing` on it may have happened,
 * and whoever finds it there looks it up instead. Safe to repeat and to run twice at once.
 */
export async function placeAttempt(base: Ctx, key: string, carrierFor: CarrierFor): Promise<void> {
  const found = await findAttempt(base, { key });
  if (found === undefined || found.attempt.state === "ended") return;
  const { ctx, attempt } = found;
  const work = { ctx, attempt, carrier: carrierFor(attempt.environment) };
  if (attempt.call_ended_at !== null && attempt.state !== "placing")
    return void (await record(ctx, { run: [followJob(ctx, attempt.call_id)] }));
  const request = await requestOf(work);
  if (request === null) return fail(work, unknownEnd);
  if (attempt.state === "claimed") return begin(work, request);
  if (attempt.state === "placing") return takeUp(work, request);
  // Placed, and nothing has been heard of it for long (`sweepAttempts`).
  return lookUp(work, request);
}
