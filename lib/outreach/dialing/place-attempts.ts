import type { Compilable } from "kysely";
import { endUnansweredCall, type UnansweredEnd } from "@/lib/calls/calls";
import type { Decision } from "@/lib/contacts/policy/schema";
import type { Ctx } from "@/lib/platform/context";
import { sealersFromRows } from "@/lib/platform/crypto";
import { db, isStaleWrite, json, replanStatements, writeUnaudited } from "@/lib/platform/db";
import { groupBy } from "@/lib/platform/group-by";
import { log } from "@/lib/platform/log";
import { type Attempt, findAttempts } from "./attempt";
import { endClaimedAttempt, startPlacingAttempts } from "./attempt-updates";
import type { Carrier, CarrierFor, ContactChannel, PlaceAnswer, PlaceRequest } from "./carrier";
import { followJob, notifyCampaigns, placeJobs } from "./jobs";
import {
  applyPlaceAnswer,
  failAttempt,
  findAtCarrier,
  type PlacingAttempt,
  resumePlacing,
  UNKNOWN_RESULT,
} from "./place-answer";
import { placeRequestOf } from "./place-request";
import { decideAgainForAttempts, reasonsOf } from "./policy-decision";

type Asking = PlacingAttempt & { request: PlaceRequest };

/**
 * Ends an attempt that policy no longer allows, with the decision. If another worker has started to place it
 * since it was read, it was still allowed and continues.
 */
async function blocked({ ctx, attempt }: PlacingAttempt, decision: Decision | null): Promise<void> {
  const { key, call_id: callId } = attempt;
  const end = endClaimedAttempt(ctx, key);
  const done = async (missed: UnansweredEnd, run: readonly Compilable<unknown>[]): Promise<void> => {
    try {
      if (await endUnansweredCall(ctx, callId, missed, { run, isFollowUpQueued: true }))
        await notifyCampaigns(ctx, [attempt]);
    } catch (error) {
      if (!isStaleWrite(error)) throw error;
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

/** Runs the work for all items concurrently. Throws the first error after all have finished. */
async function forEach<T>(list: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failed = (await Promise.allSettled(list.map(work))).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
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
    log.error(
      { key: request.key, requestId: ctx.requestId, err: error },
      "a carrier broke while it placed an attempt",
    );
    return { at: "unknown" };
  });
  await applyPlaceAnswer(work, request, answer);
}

/**
 * Decides due attempts again and claims the allowed ones for placing, in one transaction. After the commit,
 * it calls the carrier for each of them concurrently.
 */
async function begin(ctx: Ctx, carrier: Carrier, all: readonly Asking[]): Promise<void> {
  const early = all.filter(({ attempt }) => attempt.scheduled_at > ctx.now());
  const due = all.filter((attempt) => !early.includes(attempt));
  const waiting = early.map(({ attempt: { key, scheduled_at: placeAt } }) => ({ key, placeAt }));
  if (waiting.length > 0) await writeUnaudited(ctx, { run: [placeJobs(ctx, waiting)] });
  if (due.length === 0) return;
  const attempts = due.map(({ attempt }) => attempt);
  const ready = await channelsOf(ctx, carrier, attempts);
  const { decisions, taken } = await writeUnaudited(ctx, async (tx) => {
    await tx.all(replanStatements);
    const judged = await decideAgainForAttempts(tx, ctx, attempts, (channel) => ready.has(channel));
    const allowed = attempts.flatMap(({ key }) => (judged.get(key)?.verdict === "allow" ? [key] : []));
    const started =
      allowed.length === 0 ? [] : await tx.all(startPlacingAttempts(ctx, allowed, carrier.name));
    return { decisions: judged, taken: new Set(started.map(({ key }) => key)) };
  });
  await forEach(due, async (attempt) => {
    const { key } = attempt.attempt;
    const decision = decisions.get(key) ?? null;
    if (decision?.verdict !== "allow") return blocked(attempt, decision);
    if (taken.has(key)) await ask(attempt);
  });
}

/** Processes attempts of one environment according to their states. */
async function resumeAttempts(ctx: Ctx, carrier: Carrier, attempts: readonly Attempt[]): Promise<void> {
  const over = attempts.filter(({ call_ended_at: end, state }) => end !== null && state !== "placing");
  if (over.length > 0)
    await writeUnaudited(ctx, { run: over.map((attempt) => followJob(ctx, attempt.call_id)) });
  const sealers = await sealersFromRows(ctx.workspaceId, attempts);
  const claimed: Asking[] = [];
  const tasks: (() => Promise<unknown>)[] = [];
  for (const attempt of attempts) {
    if (over.includes(attempt)) continue;
    const work = { ctx, attempt, carrier };
    const request = placeRequestOf(attempt, sealers.get(attempt.subject_id));
    if (request === null) tasks.push(() => failAttempt(work, UNKNOWN_RESULT));
    else if (attempt.state === "claimed") claimed.push({ ...work, request });
    else if (attempt.state === "placing") tasks.push(() => resumePlacing(work, request));
    // Placed, but without a carrier event for long (`sweepAttempts`).
    else tasks.push(() => findAtCarrier(work, request));
  }
  await forEach([() => begin(ctx, carrier, claimed), ...tasks], (task) => task());
}

/** Groups attempts by what decides their carrier. */
const groupAttempts = (attempts: readonly Attempt[]): [Attempt, Attempt[]][] =>
  [...groupBy(attempts, ({ environment, channel }) => `${environment} ${channel}`).values()].flatMap(
    (group): [Attempt, Attempt[]][] => (group[0] === undefined ? [] : [[group[0], group]]),
  );

/**
 * Places due attempts with the carrier, each once. It decides them again first. From `placing` on an attempt
 * may have reached the carrier, so a worker that finds it there looks it up instead of placing it. Safe to
 * repeat and to run concurrently.
 */
export async function placeAttempts(
  base: Ctx,
  keys: readonly string[],
  carrierFor: CarrierFor,
): Promise<void> {
  const loaded = await findAttempts(base, keys);
  // A worker that died after ending them may not have notified the campaigns.
  await notifyCampaigns(
    base,
    loaded.filter(({ state }) => state === "ended"),
  );
  const attempts = loaded.filter(({ state }) => state !== "ended");
  for (const [{ environment, channel }, group] of groupAttempts(attempts))
    await resumeAttempts({ ...base, environment }, carrierFor(environment, channel), group);
}
