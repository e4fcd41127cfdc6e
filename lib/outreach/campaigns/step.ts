import { tell } from "@/lib/identity/notices";
import type { CarrierFor } from "@/lib/outreach/dialing";
import { type AuditEvent, mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, freshPlans, type Tx } from "@/lib/platform/db";
import { afterFailure, isWornOut, slotsOf } from "./breaker";
import { takeBack } from "./cancel";
import { type Claimed, claim } from "./claim";
import { clearWaiting } from "./clear";
import { type Means, meansOf } from "./means";
import { type Pace, paceFrom } from "./pace";
import { takeResults } from "./result";
import {
  auditView,
  type CampaignRow,
  countsOf,
  ctxOfCampaign,
  type Failure,
  failureReason,
  foundCampaign,
  selectCampaign,
  selectCounts,
  updateCampaignRow,
} from "./row";
import type { ContactReason } from "./schema";
import { told, wake } from "./wake";

type Fields = Parameters<typeof updateCampaignRow>[2];
/** What a step leads to: the campaign's new fields, its next step (null: somebody else will wake it), what is audited. */
type Outcome = {
  set: Fields;
  next: string | null;
  action?: "campaign.completed" | "campaign.failed" | "campaign.paused";
};
type Work = { tx: Tx; ctx: Ctx; row: CampaignRow; means: Means };

const NOTHING: Outcome = { set: {}, next: null };

const NEVER_OPENED: ContactReason = {
  code: "window_never_opened",
  message: "The campaign ended before this contact could be reached. Widen the window or end later.",
};

/** The earlier of two moments, of which either may be none. */
const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;

/** Until texts that were being sent are looked after. */
const SENDING_MS = 2_000;
/** A text is on its way for a moment, and its conversation then takes days in which nobody is kept busy. */
const TAKING: Record<CampaignRow["channel"], readonly string[]> = {
  phone: ["claimed", "placing", "placed"],
  sms: ["claimed", "placing"],
};

/** The slots that are taken, from the rows of the attempts under way: no crash loses or keeps one. */
async function takenSlots({ tx, ctx, row }: Work): Promise<number> {
  const found = await tx.one(
    db
      .selectFrom("attempts")
      .select((eb) => eb.fn.countAll<number>().as("taken"))
      .where("workspace_id", "=", ctx.workspaceId)
      .where("campaign_id", "=", row.id)
      .where("state", "in", [...TAKING[row.channel]]),
  );
  return found?.taken ?? 0;
}

/** When the next contact that is held may be reached. */
async function nextHeld({ tx, ctx, row }: Work): Promise<string | null> {
  const found = await tx.one(
    db
      .selectFrom("campaign_contacts")
      .select("next_attempt_at")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("campaign_id", "=", row.id)
      .where("status", "=", "held")
      .orderBy("next_attempt_at")
      .limit(1),
  );
  return found?.next_attempt_at ?? null;
}

const stands = async ({ tx, ctx, row }: Work) => countsOf(row.id, await tx.all(selectCounts(ctx, [row.id])));

const complete = ({ ctx }: Work): Outcome => ({
  set: { status: "completed", completed_at: ctx.now() },
  next: null,
  action: "campaign.completed",
});

/** Its time is over: who waits is not reached any more, and who is spoken to is waited for. */
async function end(work: Work): Promise<Outcome> {
  const { tx, ctx, row } = work;
  if (await clearWaiting(tx, ctx, row.id, { status: "blocked", reasons: [NEVER_OPENED] }))
    return { set: {}, next: ctx.now() };
  return (await stands(work)).active === 0 ? complete(work) : NOTHING;
}

async function fail({ tx, ctx, row }: Work, failure: Failure): Promise<Outcome> {
  const rest = await clearWaiting(tx, ctx, row.id, { status: "blocked", reasons: [failureReason(failure)] });
  await takeBack(tx, ctx, row.id);
  return {
    set: { status: "failed", failure, completed_at: ctx.now() },
    next: rest ? ctx.now() : null,
    action: "campaign.failed",
  };
}

/**
 * What its agent uses is not allowed any more: nobody is called to hear it fail. It goes on once that is mended and
 * somebody resumes it, who is told what is to be mended.
 */
const pause = ({ row }: Work): Outcome => ({
  set: { status: "paused" },
  next: row.ends_at,
  action: "campaign.paused",
});

/** A campaign that is over, of whose contacts some may still wait. */
async function clearRest({ tx, ctx, row }: Work): Promise<Outcome> {
  const to =
    row.failure === null
      ? ({ status: "canceled", reasons: [] } as const)
      : ({ status: "blocked", reasons: [failureReason(row.failure as Failure)] } as const);
  return { set: {}, next: (await clearWaiting(tx, ctx, row.id, to)) ? ctx.now() : null };
}

async function afterClaim(work: Work, { placed, stop }: Claimed, pace: Pace): Promise<Outcome> {
  const { ctx, row } = work;
  const set = placed === 0 ? {} : { last_slot_at: pace.at(placed - 1) };
  const next = async () => {
    if (stop === "looked") return ctx.now();
    if (stop === "pace") return pace.nextStep(placed);
    if (stop === "drained") return nextHeld(work);
    // A call that ends wakes the next step; that a text was sent, nobody tells.
    return row.channel === "sms" ? plusMs(ctx.now(), SENDING_MS) : null;
  };
  if (stop === "drained") {
    const { total, pending, held, active } = await stands(work);
    // An empty one waits for its contacts, which an import may be bringing.
    if (total > 0 && pending + held + active === 0)
      return { ...complete(work), set: { ...set, ...complete(work).set } };
  }
  return { set, next: earlier(await next(), row.ends_at) };
}

async function run(work: Work): Promise<Outcome> {
  const { ctx, row, means } = work;
  const now = ctx.now();
  if (row.ends_at !== null && row.ends_at <= now) return end(work);
  const { agent } = means;
  if (agent === null) return fail(work, "agent_not_live");
  if (means.breaches.length > 0) return pause(work);
  if (isWornOut(row)) return fail(work, "carrier_unavailable");
  if (row.backoff_until !== null && row.backoff_until > now)
    return { set: {}, next: earlier(row.backoff_until, row.ends_at) };
  if (!means.carrierAvailable) {
    const strain = afterFailure(row, now, true);
    if (isWornOut(strain)) return fail(work, "carrier_unavailable");
    return { set: strain, next: earlier(strain.backoff_until, row.ends_at) };
  }
  const slots = slotsOf(row, row.max_concurrent_calls) - (await takenSlots(work));
  const pace = paceFrom(row.last_slot_at, row.calls_per_second, now);
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
      const { set, ...rest } = await run(work);
      return { ...rest, set: { status: "running", ...set } };
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

/** What a step leads to, from what came of the attempts that have ended on. */
async function step(work: Work): Promise<Outcome> {
  const { tx, ctx, row } = work;
  const { strain, more } = await takeResults(tx, ctx, row);
  const { carrier_failures, backoff_until } = strain;
  const same = carrier_failures === row.carrier_failures && backoff_until === row.backoff_until;
  const outcome = await advance({ ...work, row: { ...row, carrier_failures, backoff_until } });
  return {
    ...outcome,
    set: { ...(same ? {} : { carrier_failures, backoff_until }), ...outcome.set },
    next: more ? ctx.now() : outcome.next,
  };
}

/** Of a pause each time: it may be mended, and broken again. */
function tellOf({ workspaceId, environment, now }: Ctx, subject: string, action: Outcome["action"]) {
  if (action === undefined || action === "campaign.completed") return [];
  const stage = action === "campaign.paused" ? now() : "";
  return [tell({ workspaceId, kind: action, subject, stage, environment, now: now() })];
}

/**
 * One step of a campaign, and the job of the next: in one transaction, under the lock of its row, it takes in what came
 * of attempts that have ended, counts the slots that are taken, takes contacts that are due, decides them, and makes
 * attempts within the slots and the calls per second. At most a few hundred contacts are looked at, whatever its size.
 * Safe to repeat and to run twice at once; a step that is cut off leaves nothing.
 */
export async function stepCampaign(base: Ctx, id: string, carrierFor: CarrierFor): Promise<void> {
  const ctx = await ctxOfCampaign(base, id);
  if (ctx === undefined) return;
  const before = foundCampaign(await ctx.db.one(selectCampaign(ctx, id)));
  // Asked outside the transaction, as a carrier may take its time.
  const means = await meansOf(ctx, before, carrierFor);
  await mutate(ctx, async (tx) => {
    const [found] = await tx.batch(selectCampaign(ctx, id).forUpdate(), freshPlans);
    const row = foundCampaign(found[0]);
    const { set, next, action } = await step({ tx, ctx, row, means });
    await tx.batch(
      ...(Object.keys(set).length === 0 ? [] : [updateCampaignRow(ctx, id, set)]),
      ...(next === null ? [] : [wake(ctx, id, next)]),
      ...tellOf(ctx, id, action),
      told(id),
    );
    const audit: AuditEvent | null =
      action === undefined
        ? null
        : { action, target: id, before: auditView(row), after: auditView({ ...row, ...set }) };
    return { result: undefined, audit };
  });
}
