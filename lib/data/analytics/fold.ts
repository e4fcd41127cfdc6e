import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, record, type Tx } from "@/lib/platform/db";
import { COARSER, daysOf, rebuildDays } from "./days";
import { addDifferences } from "./differences";
import { raw } from "./raw";
import { holdState, stateIs } from "./state";
import { stretchesOf } from "./stretches";

/** Changes that one transaction adds: some hundred milliseconds, for which nobody waits who settles a call. */
const BATCH = 2_000;
/** Batches in one run; the next comes in a minute. */
const MOST_BATCHES = 500;

type Tenant = Pick<Ctx, "workspaceId">;

const KEY = sql`workspace_id, environment, grain, measure, at, label, agent_id, campaign_id, channel`;

/** Takes these changes away and adds them to their quarters and days. */
const adding = (
  ids: readonly number[],
  moments: readonly string[],
  timezone: string,
  { workspaceId }: Tenant,
) =>
  raw(sql`
    with taken as (
      delete from analytics_changes where workspace_id = ${workspaceId} and id = any(${[...ids]}::bigint[]) returning *
    ), quarters as (
      select t.environment, t.at, t.agent_id, t.campaign_id, t.channel, u.measure, u.label, sum(u.calls) as calls, sum(u.total) as total
      from taken t, unnest(t.measures, t.labels, t.calls, t.totals) as u (measure, label, calls, total)
      group by 1, 2, 3, 4, 5, 6, 7
    ), r as (
      select q.environment, d.day, q.agent_id, q.campaign_id, q.channel, q.measure, q.label, sum(q.calls) as calls, sum(q.total) as total
      from quarters q join ${daysOf(moments, timezone)} on d.quarter = q.at group by 1, 2, 3, 4, 5, 6, 7
    )
    insert into analytics_rollups as kept (workspace_id, environment, grain, at, measure, label, agent_id, campaign_id, channel, calls, total)
    select ${workspaceId}, parts.* from (
      select environment, 'quarter', at, measure, label, agent_id, campaign_id, channel, calls, total from quarters
      where calls <> 0 or total <> 0
      union all
      select r.environment, g.grain, r.day, r.measure, r.label, ${COARSER.who}, sum(r.calls), sum(r.total)
      from r cross join ${COARSER.grains} group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(r.calls) <> 0 or sum(r.total) <> 0
    ) parts
    on conflict (${KEY}) do update set calls = kept.calls + excluded.calls, total = kept.total + excluded.total`);

/** How many changes were added; or what is to be done before any is. */
async function foldSome(tx: Tx, tenant: Tenant): Promise<number | "count" | "rebuild"> {
  const { kept, timezone, isCounted } = await holdState(tx, tenant);
  if (!isCounted) return "count";
  if (kept !== timezone) return "rebuild";
  const some = await tx.all(
    db
      .selectFrom("analytics_changes")
      .select(["id", "at"])
      .where("workspace_id", "=", tenant.workspaceId)
      .orderBy("id")
      .limit(BATCH),
  );
  if (some.length > 0)
    await tx.all(
      adding(
        some.map(({ id }) => Number(id)),
        some.map(({ at }) => at),
        timezone,
        tenant,
      ),
    );
  return some.length;
}

/** Counts every call that was there before the first fold, as after an upgrade. Safe to repeat and to run twice at once. */
async function countAll(ctx: Ctx): Promise<void> {
  const first = (work: (tx: Tx) => Promise<unknown>) =>
    record(ctx, async (tx) => {
      const { isCounted } = await holdState(tx, ctx);
      if (!isCounted) await work(tx);
      return !isCounted;
    });
  for await (const stretch of stretchesOf(ctx))
    if (ctx.signal.aborted || !(await first((tx) => addDifferences(tx, ctx, stretch)))) return;
  await first((tx) => tx.all(stateIs(ctx, { checked_at: ctx.now() })));
}

/**
 * Adds what was noted of changed calls to a workspace's roll-ups, in both environments. The first time it counts every call;
 * where the workspace's zone was changed, it makes the days anew. Figures are the same before and after. Safe to repeat and
 * to run twice at once.
 */
export async function foldAnalytics(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES && !ctx.signal.aborted; batch++) {
    const folded = await record(ctx, (tx) => foldSome(tx, ctx));
    if (folded === "count") await countAll(ctx);
    else if (folded === "rebuild") await rebuildDays(ctx);
    else if (folded < BATCH) return;
  }
}
