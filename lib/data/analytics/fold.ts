import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx, writeUnaudited } from "@/lib/platform/db";
import { COARSER, daysOf, rebuildDays } from "./days";
import { addDifferences } from "./differences";
import { periodsOf } from "./periods";
import { rawStatement } from "./raw-statement";
import { lockRollupState, updateStateStatement } from "./state";

/** Changes per transaction: some hundred milliseconds, which block no settling call. */
const BATCH = 2_000;
/** Batches per run; the next one runs in a minute. */
const MAX_BATCHES = 500;

type Tenant = Pick<Ctx, "workspaceId">;

const KEY = sql`workspace_id, environment, grain, measure, at, label, agent_id, campaign_id, channel`;

/** Deletes these changes and adds them to their quarters and days. */
const foldStatement = (
  ids: readonly number[],
  moments: readonly string[],
  timezone: string,
  { workspaceId }: Tenant,
) =>
  rawStatement(sql`
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

/** Returns the number of added changes, or the step that must come first. */
async function foldBatch(tx: Tx, tenant: Tenant): Promise<number | "count" | "rebuild"> {
  const { storedZone, timezone, isCounted } = await lockRollupState(tx, tenant);
  if (!isCounted) return "count";
  if (storedZone !== timezone) return "rebuild";
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
      foldStatement(
        some.map(({ id }) => Number(id)),
        some.map(({ at }) => at),
        timezone,
        tenant,
      ),
    );
  return some.length;
}

/**
 * Counts every call from before the first fold, as after an upgrade. Safe to repeat and to run concurrently.
 */
async function countAll(ctx: Ctx): Promise<void> {
  const first = (work: (tx: Tx) => Promise<unknown>) =>
    writeUnaudited(ctx, async (tx) => {
      const { isCounted } = await lockRollupState(tx, ctx);
      if (!isCounted) await work(tx);
      return !isCounted;
    });
  for await (const period of periodsOf(ctx))
    if (ctx.signal.aborted || !(await first((tx) => addDifferences(tx, ctx, period)))) return;
  await first((tx) => tx.all(updateStateStatement(ctx, { checked_at: ctx.now() })));
}

/**
 * Adds the recorded changes of calls to a workspace's roll-ups, in both environments. The first run counts
 * every call. After a change of the workspace's time zone, it recomputes the days. Folding does not change
 * any figure. Safe to repeat and to run concurrently.
 */
export async function foldAnalytics(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES && !ctx.signal.aborted; batch++) {
    const folded = await writeUnaudited(ctx, (tx) => foldBatch(tx, ctx));
    if (folded === "count") await countAll(ctx);
    else if (folded === "rebuild") await rebuildDays(ctx);
    else if (folded < BATCH) return;
  }
}
