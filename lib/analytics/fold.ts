import { sql } from "kysely";
import type { Ctx } from "@/lib/context";
import { db, record, type Tx } from "@/lib/db";
import { COARSER, daysOf, rebuildDays } from "./days";
import { noteDifferences } from "./differences";
import { raw } from "./raw";
import { holdState } from "./state";

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
    ), r as (
      select t.workspace_id, t.environment, t.at, t.agent_id, t.campaign_id, t.channel, u.measure, u.label, u.calls, u.total
      from taken t, unnest(t.measures, t.labels, t.calls, t.totals) as u (measure, label, calls, total)
    )
    insert into analytics_rollups as kept (workspace_id, environment, grain, at, measure, label, agent_id, campaign_id, channel, calls, total)
    select workspace_id, environment, grain, at, measure, label, agent_id, campaign_id, channel, sum(calls), sum(total) from (
      select workspace_id, environment, 'quarter' as grain, at, measure, label, agent_id, campaign_id, channel, calls, total from r
      union all
      select r.workspace_id, r.environment, g.grain, d.day, r.measure, r.label, ${COARSER.who}, r.calls, r.total
      from r join ${daysOf(moments, timezone)} on d.quarter = r.at cross join ${COARSER.grains}
    ) parts
    group by workspace_id, environment, grain, at, measure, label, agent_id, campaign_id, channel
    having sum(calls) <> 0 or sum(total) <> 0
    on conflict (${KEY}) do update set calls = kept.calls + excluded.calls, total = kept.total + excluded.total`);

async function foldSome(tx: Tx, tenant: Tenant): Promise<number> {
  const { kept, timezone, isNew } = await holdState(tx, tenant);
  if (isNew) await noteDifferences(tx, tenant);
  if (kept !== timezone) await rebuildDays(tx, tenant, timezone);
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

/**
 * Adds what was noted of changed calls to a workspace's roll-ups, in both environments. The first time it counts every call;
 * where the workspace's zone was changed, it makes the days anew. Figures are the same before and after. Safe to repeat and
 * to run twice at once.
 */
export async function foldAnalytics(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES && !ctx.signal.aborted; batch++)
    if ((await record(ctx, (tx) => foldSome(tx, ctx))) < BATCH) return;
}
