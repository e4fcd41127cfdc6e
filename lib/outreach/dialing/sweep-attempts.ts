import { type Compilable, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { enqueueEachExpression } from "@/lib/platform/jobs";

/** Maximum attempts of each kind in one sweep. The next sweep, a minute later, takes the rest. */
const MAX_AT_ONCE = 1_000;
/** A call that rings longer than this has lost its event: telephones stop ringing after a minute or two. */
const SILENT_MS = 5 * 60_000;

/** Attempts in progress, by the index of busy contacts. */
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
  enqueueEachExpression(
    "attempts.place",
    { workspaceId: sql`a.workspace_id`, keys: sql`json_build_array(a.key)` },
    { key: sql`'attempt:' || a.key`, runAt: sql`${now}::timestamptz` },
  ).as("enqueued");

const followEach = (now: string) =>
  enqueueEachExpression(
    "attempt.follow",
    { workspaceId: sql`a.workspace_id`, callId: sql`a.call_id` },
    { key: sql`'follow:' || a.call_id`, runAt: sql`${now}::timestamptz` },
  ).as("enqueued");

/**
 * Resumes the attempts that lost workers and lost callbacks left behind. Attempts with an expired lease are
 * placed or looked up. Placed attempts without events are looked up. Attempts whose call has ended are
 * followed up.
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
  await writeUnaudited(ctx, { run });
}
