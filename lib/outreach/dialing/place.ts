import type { Compilable } from "kysely";
import { type Missed, missCall } from "@/lib/calls/calls";
import type { Decision } from "@/lib/contacts/policy/schema";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, sealersOf } from "@/lib/platform/crypto";
import { db, freshPlans, isOutdated, json, record } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { fail, lookUp, take, takeUp, unknownEnd, type Work } from "./answered";
import { type Attempt, findAttempts } from "./attempt";
import type { Carrier, CarrierFor, ContactChannel, PlaceAnswer, PlaceRequest } from "./carrier";
import { followJob, placeJobs, tellCampaigns } from "./jobs";
import { judgeAgain, reasonsOf } from "./judge";
import { endClaimed, takeAttempts } from "./moves";

type Asking = Work & { request: PlaceRequest };

/**
 * Ends an attempt that policy does not allow any more, with the decision that says so. One that somebody else has taken
 * for placing since it was read was allowed then, and goes on.
 */
async function blocked({ ctx, attempt }: Work, decision: Decision | null): Promise<void> {
  const { key, call_id: callId } = attempt;
  const end = endClaimed(ctx, key);
  const done = async (missed: Missed, run: readonly Compilable<unknown>[]): Promise<void> => {
    try {
      if (await missCall(ctx, callId, missed, { run, followed: true })) await tellCampaigns(ctx, [attempt]);
    } catch (error) {
      if (!isOutdated(error)) throw error;
    }
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

/** Does it for each at once, and throws only when all are done. */
async function forEach<T>(list: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const failed = (await Promise.allSettled(list.map(work))).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** The request to the carrier; null where the call's key is gone, as its contact was erased. */
function requestOf(
  { key, call_id: callId, channel, to_number: to, from_number: from }: Attempt,
  sealer: Sealer | undefined,
): PlaceRequest | null {
  if (to === null || sealer === undefined) return null;
  const open = (field: string, box: Buffer) => sealer.openText({ table: "calls", row: callId, field }, box);
  return {
    callId,
    key,
    channel,
    to: open("to_number", to),
    from: from === null ? null : open("from_number", from),
  };
}

async function channelsOf(
  ctx: Ctx,
  carrier: Carrier,
  attempts: readonly Attempt[],
): Promise<ReadonlySet<ContactChannel>> {
  const ready = new Set<ContactChannel>();
  for (const channel of new Set(attempts.map((attempt) => attempt.channel)))
    if (await carrier.ready(ctx, channel)) ready.add(channel);
  return ready;
}

async function ask({ request, ...work }: Asking): Promise<void> {
  const { ctx, carrier } = work;
  const answer = await carrier.place(ctx, request).catch((error: unknown): PlaceAnswer => {
    log.error({ key: request.key, err: error }, "a carrier broke while it placed an attempt");
    return { at: "unknown" };
  });
  await take(work, request, answer);
}

/**
 * Decides those that are due once more and takes the allowed for placing, in one transaction; the carrier is asked once
 * that is committed, for each beside the others.
 */
async function begin(ctx: Ctx, carrier: Carrier, all: readonly Asking[]): Promise<void> {
  const early = all.filter(({ attempt }) => attempt.scheduled_at > ctx.now());
  const due = all.filter((one) => !early.includes(one));
  const waiting = early.map(({ attempt: { key, scheduled_at: placeAt } }) => ({ key, placeAt }));
  if (waiting.length > 0) await record(ctx, { run: [placeJobs(ctx, waiting)] });
  if (due.length === 0) return;
  const attempts = due.map(({ attempt }) => attempt);
  const ready = await channelsOf(ctx, carrier, attempts);
  const { decisions, taken } = await record(ctx, async (tx) => {
    await tx.all(freshPlans);
    const judged = await judgeAgain(tx, ctx, attempts, (channel) => ready.has(channel));
    const allowed = attempts.flatMap(({ key }) => (judged.get(key)?.verdict === "allow" ? [key] : []));
    const mine = allowed.length === 0 ? [] : await tx.all(takeAttempts(ctx, allowed, carrier.name));
    return { decisions: judged, taken: new Set(mine.map(({ key }) => key)) };
  });
  await forEach(due, async (one) => {
    const { key } = one.attempt;
    const decision = decisions.get(key) ?? null;
    if (decision?.verdict !== "allow") return blocked(one, decision);
    if (taken.has(key)) await ask(one);
  });
}

/** Goes on with attempts of one environment. */
async function goOn(ctx: Ctx, carrier: Carrier, attempts: readonly Attempt[]): Promise<void> {
  const over = attempts.filter(({ call_ended_at: end, state }) => end !== null && state !== "placing");
  if (over.length > 0) await record(ctx, { run: over.map((attempt) => followJob(ctx, attempt.call_id)) });
  const sealers = await sealersOf(ctx.workspaceId, attempts);
  const claimed: Asking[] = [];
  const others: (() => Promise<unknown>)[] = [];
  for (const attempt of attempts) {
    if (over.includes(attempt)) continue;
    const work = { ctx, attempt, carrier };
    const request = requestOf(attempt, sealers.get(attempt.subject_id));
    if (request === null) others.push(() => fail(work, unknownEnd));
    else if (attempt.state === "claimed") claimed.push({ ...work, request });
    else if (attempt.state === "placing") others.push(() => takeUp(work, request));
    // Placed, and nothing has been heard of it for long (`sweepAttempts`).
    else others.push(() => lookUp(work, request));
  }
  await forEach([() => begin(ctx, carrier, claimed), ...others], (one) => one());
}

/**
 * Asks the carrier for attempts that are due, for each once: before, they are decided again; from `placing` on one may
 * have happened, and whoever finds it there looks it up instead. Safe to repeat and to run twice at once.
 */
export async function placeAttempts(
  base: Ctx,
  keys: readonly string[],
  carrierFor: CarrierFor,
): Promise<void> {
  const found = await findAttempts(base, keys);
  // A worker that died as it had ended them may not have said so.
  await tellCampaigns(
    base,
    found.filter(({ state }) => state === "ended"),
  );
  const attempts = found.filter(({ state }) => state !== "ended");
  for (const environment of new Set(attempts.map((attempt) => attempt.environment)))
    await goOn(
      { ...base, environment },
      carrierFor(environment),
      attempts.filter((attempt) => attempt.environment === environment),
    );
}
