import { type Compilable, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { enqueuedEach } from "@/lib/platform/jobs";

/** Attempts that one look takes up of each kind; what is left comes with the next, a minute later. */
const MAX_AT_ONCE = 1_000;
/** A call that has rung for longer rings nowhere: telephones stop after a minute or two, and the carrier's word was lost. */
const SILENT_MS = 5 * 60_000;

/** Attempts under way, by the index of the contacts that are busy. */
const underWay = ({ workspaceId }: Ctx) =>
  db
    .selectFrom("attempts as a")
    .where("a.workspace_id", "=", workspaceId)
    .where("a.environment", "in", ["live", "test"])
    .where("a.channel", "in", ["call", "text"])
    .where("a.busy", "is not", null)
    .limit(MAX_AT_ONCE);

const withCalls = (ctx: Ctx) =>
  underWay(ctx)
    .innerJoin("calls as c", "c.id", "a.call_id")
    .where("c.workspace_id", "=", ctx.workspaceId)
    .where("a.state", "=", "placed");

const placeEach = (now: string) =>
  enqueuedEach(
    "attempts.place",
    { workspaceId: sql`a.workspace_id`, keys: sql`json_build_array(a.key)` },
    { key: sql`'attempt:' || a.key`, runAt: sql`${now}::timestamptz` },
  ).as("enqueued");

const followEach = (now: string) =>
  enqueuedEach(
    "attempt.follow",
    { workspaceId: sql`a.workspace_id`, callId: sql`a.call_id` },
    { key: sql`'follow:' || a.call_id`, runAt: sql`${now}::timestamptz` },
  ).as("enqueued");

/**
 * Takes up what lost workers and lost callbacks left of a workspace's attempts: those whose lease is over are placed or
 * looked up, those that were placed and never heard of again are looked up, and those whose call has ended are followed.
 */
export async function sweepAttempts(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const run: Compilable<unknown>[] = [
    underWay(ctx)
      .select(placeEach(now))
      .where("a.state", "in", ["claimed", "placing"])
      .where("a.lease_until", "<=", now),
    withCalls(ctx)
      .select(placeEach(now))
      .where("c.status", "in", ["queued", "ringing"])
      .where("a.placed_at", "<=", plusMs(now, -SILENT_MS)),
    withCalls(ctx).select(followEach(now)).where("c.ended_at", "is not", null),
  ];
  await record(ctx, { run });
}
