import { countAffordableCalls } from "@/lib/agents/cost-limits";
import { notifyMembers } from "@/lib/identity/notices";
import type { CarrierFor } from "@/lib/outreach/dialing";
import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import { earlierTime, plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, replanStatements, type Tx } from "@/lib/platform/db";
import { applyResults } from "./attempt-results";
import { afterFailure, allowedSlots, hasExhaustedRetries } from "./breaker";
import { type CampaignMeans, loadMeans } from "./campaign-means";
import {
  auditView,
  type CampaignRow,
  campaignOrNotFound,
  countsOf,
  ctxOfCampaign,
  FAILURES,
  type Failure,
  selectCampaign,
  selectCounts,
  updateCampaignRow,
} from "./campaign-row";
import { cancelClaimedAttempts } from "./cancel";
import { type Claimed, claim } from "./claim";
import { storedReason } from "./contact-reasons";
import { createPace, type Pace } from "./pace";
import { settleWaitingContacts } from "./settle-waiting";
import { enqueueStep, notifyProgress } from "./step-job";

type Fields = Parameters<typeof updateCampaignRow>[2];
/**
 * The result of a step: the campaign's changed fields, the time of its next step (null: another event
 * enqueues it), and the audited action.
 */
type Outcome = {
  set: Fields;
  next: string | null;
  action?: "campaign.completed" | "campaign.failed" | "campaign.paused";
};
type Work = { tx: Tx; ctx: Ctx; row: CampaignRow; means: CampaignMeans };

const NOTHING: Outcome = { set: {}, next: null };

/** How often a campaign looks whether the limits of its trunks still forbid calls. */
const LIMIT_RECHECK_MS = 60_000;

/** Delay until slots of texts that were being sent are counted again. */
const SENDING_MS = 2_000;
/**
 * Attempt states that occupy a slot. A text occupies one only while it is sent: its conversation may last
 * days.
 */
const TAKING: Record<CampaignRow["channel"], readonly string[]> = {
  phone: ["claimed", "placing", "placed"],
  sms: ["claimed", "placing"],
};

/** Counts the slots in use from the attempts in progress, so that a crash neither loses nor leaks one. */
async function takenSlots({ tx, ctx, row }: Work): Promise<number> {
  const lockedRow = await tx.first(
    db
      .selectFrom("attempts")
      .select((eb) => eb.fn.countAll<number>().as("taken"))
      .where("workspace_id", "=", ctx.workspaceId)
      .where("campaign_id", "=", row.id)
      .where("state", "in", [...TAKING[row.channel]]),
  );
  return lockedRow?.taken ?? 0;
}

/** The time at which the next held contact can be decided again. */
async function nextHeld({ tx, ctx, row }: Work): Promise<string | null> {
  const stored = await tx.first(
    db
      .selectFrom("campaign_contacts")
      .select("next_attempt_at")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("campaign_id", "=", row.id)
      .where("status", "=", "held")
      .orderBy("next_attempt_at")
      .limit(1),
  );
  return stored?.next_attempt_at ?? null;
}

const readCounts = async ({ tx, ctx, row }: Work) =>
  countsOf(row.id, await tx.all(selectCounts(ctx, [row.id])));

const complete = ({ ctx }: Work): Outcome => ({
  set: { status: "completed", completed_at: ctx.now() },
  next: null,
  action: "campaign.completed",
});

/** Ends a campaign whose end has passed. Waiting contacts are blocked; calls in progress are waited for. */
async function end(work: Work): Promise<Outcome> {
  const { tx, ctx, row } = work;
  if (
    await settleWaitingContacts(tx, ctx, row.id, {
      status: "blocked",
      reasons: [storedReason("campaign_ended")],
    })
  )
    return { set: {}, next: ctx.now() };
  return (await readCounts(work)).active === 0 ? complete(work) : NOTHING;
}

async function fail({ tx, ctx, row }: Work, failure: Failure): Promise<Outcome> {
  const settled = await settleWaitingContacts(tx, ctx, row.id, {
    status: "blocked",
    reasons: [storedReason(FAILURES[failure])],
  });
  await cancelClaimedAttempts(tx, ctx, row.id);
  return {
    set: { status: "failed", failure, completed_at: ctx.now() },
    next: settled ? ctx.now() : null,
    action: "campaign.failed",
  };
}

/**
 * Pauses a campaign whose agent breaks the workspace's provider policy, so that no contact is called in vain.
 * Members are told what to fix. The campaign continues after someone fixes it and resumes the campaign.
 */
const pause = ({ row }: Work): Outcome => ({
  set: { status: "paused" },
  next: row.ends_at,
  action: "campaign.paused",
});

/** Settles the remaining contacts of a campaign in a final status. */
async function clearRest({ tx, ctx, row }: Work): Promise<Outcome> {
  const to =
    row.failure === null
      ? ({ status: "canceled", reasons: [] } as const)
      : ({ status: "blocked", reasons: [storedReason(FAILURES[row.failure as Failure])] } as const);
  return { set: {}, next: (await settleWaitingContacts(tx, ctx, row.id, to)) ? ctx.now() : null };
}

async function afterClaim(work: Work, { placed, stop }: Claimed, pace: Pace): Promise<Outcome> {
  const { ctx, row } = work;
  const set = placed === 0 ? {} : { last_slot_at: pace.timeOf(placed - 1) };
  const next = async () => {
    if (stop === "looked") return ctx.now();
    if (stop === "pace") return pace.nextStepAfter(placed);
    if (stop === "drained") return nextHeld(work);
    // A call that ends enqueues the next step. Nothing reports that a text was sent.
    return row.channel === "sms" ? plusMs(ctx.now(), SENDING_MS) : null;
  };
  if (stop === "drained") {
    const { total, pending, held, active } = await readCounts(work);
    // An empty campaign waits for its contacts: an import may be adding them.
    if (total > 0 && pending + held + active === 0)
      return { ...complete(work), set: { ...set, ...complete(work).set } };
  }
  return { set, next: earlierTime(await next(), row.ends_at) };
}

async function run(work: Work): Promise<Outcome> {
  const { ctx, row, means } = work;
  const now = ctx.now();
  if (row.ends_at !== null && row.ends_at <= now) return end(work);
  const { agent } = means;
  if (agent === null) return fail(work, "agent_not_live");
  if (means.breaches.length > 0) return pause(work);
  if (hasExhaustedRetries(row)) return fail(work, "carrier_unavailable");
  if (row.backoff_until !== null && row.backoff_until > now)
    return { set: {}, next: earlierTime(row.backoff_until, row.ends_at) };
  if (!means.carrierAvailable) {
    const breakerState = afterFailure(row, now, true);
    if (hasExhaustedRetries(breakerState)) return fail(work, "carrier_unavailable");
    return { set: breakerState, next: earlierTime(breakerState.backoff_until, row.ends_at) };
  }
  // The limit may be lifted earlier, which notifies no campaign.
  const waitingUntil = means.limitedUntil && earlierTime(means.limitedUntil, plusMs(now, LIMIT_RECHECK_MS));
  if (waitingUntil)
    return {
      set: { backoff_until: waitingUntil, waiting_reason: "trunk_limit_reached" },
      next: earlierTime(waitingUntil, row.ends_at),
    };
  const affordable = await countAffordableCalls(work.tx, ctx, row.agent_id, agent.live.config.cost_limits);
  // Limits are raised, and calls return what they reserved, without a message to campaigns.
  const affordableAt = plusMs(now, LIMIT_RECHECK_MS);
  if (affordable === 0)
    return {
      set: { backoff_until: affordableAt, waiting_reason: "cost_limit_reached" },
      next: earlierTime(affordableAt, row.ends_at),
    };
  const freeSlots = allowedSlots(row, row.max_concurrent_calls) - (await takenSlots(work));
  const slots = Math.min(freeSlots, affordable ?? freeSlots);
  const pace = createPace(row.last_slot_at, row.calls_per_second, now);
  const claimed = await claim({ ...work, means: { ...means, agent }, pace }, Math.max(slots, 0));
  return afterClaim(work, claimed, pace);
}

async function advance(work: Work): Promise<Outcome> {
  const { row, ctx } = work;
  switch (row.status) {
    case "running":
      return run(work);
    case "scheduled": {
      if (row.starts_at !== null && row.starts_at > ctx.now()) return { set: {}, next: row.starts_at };
      const { set, ...outcome } = await run(work);
      return { ...outcome, set: { status: "running", ...set } };
    }
    case "paused":
      if (row.ends_at !== null && row.ends_at <= ctx.now()) return end(work);
      return { set: {}, next: row.ends_at };
    case "canceled":
    case "failed":
      return clearRest(work);
    default:
      return NOTHING;
  }
}

/** Runs a step: applies the results of ended attempts, then advances the campaign. */
async function step(work: Work): Promise<Outcome> {
  const { tx, ctx, row } = work;
  const { breaker, hasMore } = await applyResults(tx, ctx, row);
  const { carrier_failures, backoff_until } = breaker;
  const isUnchanged = carrier_failures === row.carrier_failures && backoff_until === row.backoff_until;
  const outcome = await advance({ ...work, row: { ...row, carrier_failures, backoff_until } });
  const isWaitOver = row.waiting_reason !== null && (backoff_until ?? "") <= ctx.now();
  return {
    ...outcome,
    set: {
      ...(isUnchanged ? {} : { carrier_failures, backoff_until }),
      ...(isWaitOver && { waiting_reason: null }),
      ...outcome.set,
    },
    next: hasMore ? ctx.now() : outcome.next,
  };
}

/** A pause is notified each time, as the problem may be fixed and come back. */
function tellOf({ workspaceId, environment, now }: Ctx, subject: string, action: Outcome["action"]) {
  if (action === undefined || action === "campaign.completed") return [];
  const stage = action === "campaign.paused" ? now() : "";
  return [notifyMembers({ workspaceId, kind: action, subject, stage, environment, now: now() })];
}

/**
 * Runs one step of a campaign and enqueues the next, in one transaction under the lock of its row. The step
 * applies the results of ended attempts, counts the slots in use, claims due contacts, decides them, and
 * creates attempts within the slots and the calls per second. It reads at most a few hundred contacts, for
 * campaigns of any size. Safe to repeat and to run concurrently. An interrupted step leaves no changes.
 */
export async function stepCampaign(base: Ctx, id: string, carrierFor: CarrierFor): Promise<void> {
  const ctx = await ctxOfCampaign(base, id);
  if (ctx === undefined) return;
  const before = campaignOrNotFound(await ctx.db.first(selectCampaign(ctx, id)));
  // Done outside the transaction, as a carrier may be slow.
  const means = await loadMeans(ctx, before, carrierFor);
  await writeAudited(ctx, async (tx) => {
    const [found] = await tx.batch(selectCampaign(ctx, id).forNoKeyUpdate(), replanStatements);
    const row = campaignOrNotFound(found[0]);
    const { set, next, action } = await step({ tx, ctx, row, means });
    await tx.batch(
      ...(Object.keys(set).length === 0 ? [] : [updateCampaignRow(ctx, id, set)]),
      ...(next === null ? [] : [enqueueStep(ctx, id, next)]),
      ...tellOf(ctx, id, action),
      notifyProgress(id),
    );
    const audit: AuditEvent | null =
      action === undefined
        ? null
        : { action, target: id, before: auditView(row), after: auditView({ ...row, ...set }) };
    return { result: undefined, audit };
  });
}
