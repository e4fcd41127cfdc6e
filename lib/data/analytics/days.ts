import { sql } from "kysely";
import { iso } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx, writeUnaudited } from "@/lib/platform/db";
import { DAY_GRAINS, MEASURES, PARTY_COLUMNS } from "./measures";
import { dayAfter, dayStart } from "./range";
import { rawStatement } from "./raw-statement";
import { lockRollupState, REBUILDING, updateStateStatement } from "./state";

type Tenant = Pick<Ctx, "workspaceId">;
/** A day of a time zone: from its first instant to the first of the next day (exclusive). */
type Day = { from: string; to: string };

/** Days per transaction and round trip: a tenth of a second each if there are many calls. */
const DAYS = 8;

/**
 * The days of a time zone that contain these times, as pairs for a statement to join. Time zones are computed
 * in one place, lib/data/analytics/range.ts.
 */
export function daysOf(moments: readonly string[], timezone: string) {
  const quarters = [...new Set(moments)];
  const days = quarters.map((at) => iso(new Date(dayStart(Date.parse(at), timezone))));
  return sql`unnest(${quarters}::timestamptz[], ${days}::timestamptz[]) as d (quarter, day)`;
}

/** The columns of a row of days, `r`, in each grain of `g`: only those that the grain distinguishes. */
export const COARSER = {
  grains: sql`unnest(${[...DAY_GRAINS]}::text[]) as g (grain)`,
  who: sql.join(
    PARTY_COLUMNS.map(
      (column) => sql`case when g.grain in ('day', ${sql.lit(column)}) then r.${sql.ref(column)} else '' end`,
    ),
  ),
};

/** Roll-ups of a day, by their primary key. */
const rollupsWithin = ({ workspaceId }: Tenant, { from, to }: Day, grains: readonly string[]) => sql`
  workspace_id = ${workspaceId} and environment in ('live', 'test') and grain = any(${[...grains]}::text[])
  and measure = any(${[...MEASURES]}::text[]) and at >= ${from}::timestamptz and at < ${to}::timestamptz`;

const COLUMNS = sql`environment, grain, measure, label, agent_id, campaign_id, channel`;

/** Sums of a day's quarters in each grain. */
const summed = (tenant: Tenant, day: Day) => sql`
  select r.environment, g.grain, r.measure, r.label, ${COARSER.who}, sum(r.calls)::bigint, sum(r.total)::bigint
  from (
    select environment, measure, label, agent_id, campaign_id, channel, sum(calls) as calls, sum(total) as total
    from analytics_rollups where ${rollupsWithin(tenant, day, ["quarter"])} group by 1, 2, 3, 4, 5, 6
  ) r cross join ${COARSER.grains}
  group by 1, 2, 3, 4, 5, 6, 7`;

/** Statements that recompute a day from its quarters. */
const rebuildStatements = (tenant: Tenant, day: Day) => [
  rawStatement(sql`delete from analytics_rollups where ${rollupsWithin(tenant, day, DAY_GRAINS)}`),
  rawStatement(sql`
    insert into analytics_rollups (workspace_id, at, ${COLUMNS}, calls, total)
    select ${tenant.workspaceId}, ${day.from}::timestamptz, made.* from (${summed(tenant, day)}) made`),
];

/** Number of figures of a day that differ from its quarters. */
const countWrong = (tenant: Tenant, day: Day) =>
  rawStatement(sql<{ count: number }>`select count(*) as count from (
    select 1 from (
      select ${day.from}::timestamptz, made.* from (${summed(tenant, day)}) made
      union all
      select at, ${COLUMNS}, -calls, -total from analytics_rollups where ${rollupsWithin(tenant, day, DAY_GRAINS)}
    ) as both_sides (at, ${COLUMNS}, calls, total)
    group by at, ${COLUMNS} having sum(calls) <> 0 or sum(total) <> 0
  ) wrong`);

/** Yields the days of a time zone from the first to the last with figures, in batches. */
async function* daysIn(ctx: Pick<Ctx, "workspaceId" | "db">, timezone: string): AsyncGenerator<Day[]> {
  const span = await ctx.db.first(
    db
      .selectFrom(
        sql<{ first: string | null; last: string | null }>`(
          select min(m.first) as first, max(m.last) as last
          from unnest(array['live', 'test']) as e (environment), unnest(${["quarter", ...DAY_GRAINS]}::text[]) as g (grain),
            lateral (select min(at) as first, max(at) as last from analytics_rollups
              where workspace_id = ${ctx.workspaceId} and environment = e.environment and grain = g.grain and measure = 'status') m
        )`.as("span"),
      )
      .select(["first", "last"]),
  );
  if (!span?.first || !span.last) return;
  const last = Date.parse(span.last);
  for (let at = dayStart(Date.parse(span.first), timezone); at <= last; ) {
    const days: Day[] = [];
    for (; at <= last && days.length < DAYS; at = dayAfter(at, timezone, 1))
      days.push({ from: iso(new Date(at)), to: iso(new Date(dayAfter(at, timezone, 1))) });
    yield days;
  }
}

/**
 * Recomputes the days of a workspace in its time zone, in batches. Until all are complete, quarters replace
 * them, and nothing is folded. Safe to repeat and to run concurrently. Stops if the time zone is changed
 * meanwhile.
 */
export async function rebuildDays(ctx: Ctx): Promise<void> {
  const zone = await writeUnaudited(ctx, async (tx) => {
    const { storedZone, timezone } = await lockRollupState(tx, ctx);
    if (storedZone !== timezone) await tx.all(updateStateStatement(ctx, { timezone: REBUILDING }));
    return storedZone === timezone ? null : timezone;
  });
  if (zone === null) return;
  const whileUnchanged = (work: (tx: Tx) => Promise<unknown>) =>
    writeUnaudited(ctx, async (tx) => {
      const { storedZone, timezone } = await lockRollupState(tx, ctx);
      const isContinuing = storedZone === REBUILDING && timezone === zone;
      if (isContinuing) await work(tx);
      return isContinuing;
    });
  for await (const days of daysIn(ctx, zone)) {
    const rebuild = (tx: Tx) => tx.batch(...days.flatMap((day) => rebuildStatements(ctx, day)));
    if (ctx.signal.aborted || !(await whileUnchanged(rebuild))) return;
  }
  await whileUnchanged((tx) => tx.all(updateStateStatement(ctx, { timezone: zone })));
}

/**
 * Counts figures of days that differ from their quarters. `repair` recomputes those days, and removes empty
 * figures. Stops if the time zone is changed meanwhile, as all days are then recomputed.
 */
export async function checkDays(ctx: Ctx, repair: boolean): Promise<number> {
  const { storedZone: zone } = await writeUnaudited(ctx, (tx) => lockRollupState(tx, ctx));
  let wrong = 0;
  if (zone === REBUILDING) return wrong;
  for await (const days of daysIn(ctx, zone)) {
    const wrongCount = await writeUnaudited(ctx, async (tx) => {
      const { storedZone } = await lockRollupState(tx, ctx);
      if (storedZone !== zone) return null;
      const counted = await tx.batch(...days.map((day) => countWrong(ctx, day)));
      const counts = counted.map(([row]) => row?.count ?? 0);
      if (repair) {
        const emptyRollups = days.map((day) => rollupsWithin(ctx, day, ["quarter", ...DAY_GRAINS]));
        const rebuilds = days
          .filter((_, n) => (counts[n] ?? 0) > 0)
          .flatMap((day) => rebuildStatements(ctx, day));
        await tx.batch(
          ...emptyRollups.map((of) =>
            rawStatement(sql`delete from analytics_rollups where ${of} and calls = 0 and total = 0`),
          ),
          ...rebuilds,
        );
      }
      return counts.reduce((sum, count) => sum + count, 0);
    });
    if (wrongCount === null || ctx.signal.aborted) return wrong;
    wrong += wrongCount;
  }
  return wrong;
}
