import { type Compilable, sql } from "kysely";
import type { CallItem } from "@/lib/calls/schema";
import { plusMs } from "@/lib/clock";
import type { Ctx, Environment } from "@/lib/context";
import { db, record } from "@/lib/db";
import { enqueue, enqueueUnlessWaiting } from "@/lib/jobs";
import type { ContactChannel } from "./carrier";

/**
 * How long one worker has for an attempt before another takes it up: longer than any carrier is waited for, with what
 * comes before and after.
 */
export const LEASE_MS = 60_000;

/** claimed → placing (from here on it may have happened) → placed → ended. */
export type AttemptState = "claimed" | "placing" | "placed" | "ended";

/** An attempt with what is to be known of its call. */
export type Attempt = {
  key: string;
  environment: Environment;
  campaign_id: string | null;
  contact_id: string;
  contact_hash: Buffer;
  call_id: string;
  channel: ContactChannel;
  state: AttemptState;
  carrier: string | null;
  carrier_ref: string | null;
  place_at: string;
  lease_until: string | null;
  claimed_at: string;
  placed_at: string | null;
  ended_at: string | null;
  agent_id: string;
  agent_version: number | null;
  agent_status: string;
  purpose: CallItem["purpose"];
  status: CallItem["status"];
  settled_at: string | null;
  call_ended_at: string | null;
  /** Whose key the call is sealed under, and the numbers; none where it was erased. */
  subject_id: string;
  to_number: Buffer | null;
  from_number: Buffer | null;
};

const selectAttempt = (workspaceId: string) =>
  db
    .selectFrom("attempts")
    .innerJoin("calls", (join) =>
      join
        .onRef("calls.workspace_id", "=", "attempts.workspace_id")
        .onRef("calls.id", "=", "attempts.call_id"),
    )
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .select([
      "attempts.key",
      "attempts.environment",
      "attempts.campaign_id",
      "attempts.contact_id",
      "attempts.contact_hash",
      "attempts.call_id",
      "attempts.channel",
      "attempts.state",
      "attempts.carrier",
      "attempts.carrier_ref",
      "attempts.place_at",
      "attempts.lease_until",
      "attempts.claimed_at",
      "attempts.placed_at",
      "attempts.ended_at",
      "calls.agent_id",
      "calls.agent_version",
      "agents.status as agent_status",
      "calls.purpose",
      "calls.status",
      "calls.settled_at",
      "calls.ended_at as call_ended_at",
      "calls.subject_id",
      "calls.to_number",
      "calls.from_number",
    ])
    .where("attempts.workspace_id", "=", workspaceId);

/** How an attempt is found: by its key, its call, or the reference that a carrier gave it. */
export type AttemptRef = { key: string } | { callId: string } | { carrier: string; ref: string };

/** One attempt of the workspace, of whichever environment, with a context of that; undefined where there is none. */
export async function findAttempt(
  ctx: Ctx,
  by: AttemptRef,
): Promise<{ ctx: Ctx; attempt: Attempt } | undefined> {
  const all = selectAttempt(ctx.workspaceId);
  const one =
    "key" in by
      ? all.where("attempts.key", "=", by.key)
      : "callId" in by
        ? all.where("attempts.call_id", "=", by.callId)
        : all.where("attempts.carrier", "=", by.carrier).where("attempts.carrier_ref", "=", by.ref);
  const attempt = (await ctx.db.one(one)) as Attempt | undefined;
  return attempt && { ctx: { ...ctx, environment: attempt.environment }, attempt };
}

/** The statement that moves an attempt on, if it stands in one of these states; its rows tell whether it did. */
export const moveAttempt = (
  ctx: Ctx,
  key: string,
  from: readonly AttemptState[],
  to: Partial<{
    state: AttemptState;
    carrier: string;
    carrier_ref: string;
    place_at: string;
    placed_at: string;
    lease_until: string | null;
  }>,
): Compilable<{ key: string }> =>
  db
    .updateTable("attempts")
    .set(to)
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", key)
    .where("state", "in", [...from])
    .returning("key");

/**
 * The statement that ends an attempt, with the result that its call has unless another is given; the contact is free for
 * another. Once it is committed `tellCampaign` follows.
 */
export const endAttempt = (
  ctx: Ctx,
  key: string,
  from: readonly AttemptState[],
  result?: "canceled",
): Compilable<unknown> =>
  db
    .updateTable("attempts")
    .set({
      state: "ended",
      busy: null,
      lease_until: null,
      ended_at: ctx.now(),
      result: result ?? sql<string>`(select status from calls where calls.id = attempts.call_id)`,
    })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", key)
    .where("state", "in", [...from]);

/**
 * Lets the campaign of an attempt that has ended take in what came of it: of many at once it hears in one step. A worker
 * that dies before it says so leaves that to the others, and to the campaigns' sweep.
 */
export async function tellCampaign(
  ctx: Ctx,
  { campaign_id: campaignId }: Pick<Attempt, "campaign_id">,
): Promise<void> {
  if (campaignId === null) return;
  const { workspaceId } = ctx;
  const job = enqueueUnlessWaiting(
    "campaign.step",
    { workspaceId, campaignId },
    { key: `results:${campaignId}`, runAt: ctx.now() },
  );
  await record(ctx, { run: [job] });
}

/** The job that goes on with an attempt at `runAt`. */
export const placeJob = (ctx: Ctx, key: string, runAt: string): Compilable<unknown> =>
  enqueue("attempt.place", { workspaceId: ctx.workspaceId, key }, { key: `attempt:${key}`, runAt });

/** The job that follows an attempt whose call has ended. */
export const followJob = (ctx: Ctx, callId: string): Compilable<unknown> =>
  enqueue(
    "attempt.follow",
    { workspaceId: ctx.workspaceId, callId },
    { key: `follow:${callId}`, runAt: ctx.now() },
  );

/** The lease of whoever works on an attempt from now. */
export const leaseFrom = (ctx: Ctx): string => plusMs(ctx.now(), LEASE_MS);
