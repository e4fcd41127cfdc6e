import { sql } from "kysely";
import { iso } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record, type Tx } from "@/lib/platform/db";
import { DAY_GRAINS, MEASURES, PARTY_COLUMNS } from "./measures";
import { dayAfter, dayStart } from "./range";
import { raw } from "./raw";
import { holdState, MAKING, stateIs } from "./state";

type Tenant = Pick<Ctx, "workspaceId">;
/** A day of a zone: from its first moment until before the next one's. */
type Day = { from: string; to: string };

/** Days that one transaction goes through, in one round trip: a tenth of a second for each where calls are many. */
const DAYS = 8;

/** The days of a zone that moments fall on, as pairs for a statement to join. Zones are read in one place, lib/data/analytics/range.ts. */
export function daysOf(moments: readonly string[], timezone: string) {
  const quarters = [...new Set(moments)];
  const days = quarters.map((at) => iso(new Date(dayStart(Date.parse(at), timezone))));
  return sql`unnest(${quarters}::timestamptz[], ${days}::timestamptz[]) as d (quarter, day)`;
}

/** What a line of days, `r`, is in each grain of `g`: only what that one keeps apart is told. */
export const COARSER = {
  grains: sql`unnest(${[...DAY_GRAINS]}::text[]) as g (grain)`,
  who: sql.join(
    PARTY_COLUMNS.map(
      (column) => sql`case when g.grain in ('day', ${sql.lit(column)}) then r.${sql.ref(column)} else '' end`,
    ),
  ),
};

/** Roll-ups of a day, by their primary key. */
const within = ({ workspaceId }: Tenant, { from, to }: Day, grains: readonly string[]) => sql`
  workspace_id = ${workspaceId} and environment in ('live', 'test') and grain = any(${[...grains]}::text[])
  and measure = any(${[...MEASURES]}::text[]) and at >= ${from}::timestamptz and at < ${to}::timestamptz`;

const COLUMNS = sql`environment, grain, measure, label, agent_id, campaign_id, channel`;

/** What a day's quarters make in each grain. */
const summed = (tenant: Tenant, day: Day) => sql`
  select r.environment, g.grain, r.measure, r.label, ${COARSER.who}, sum(r.calls)::bigint, sum(r.total)::bigint
  from (
    select environment, measure, label, agent_id, campaign_id, channel, sum(calls) as calls, sum(total) as total
    from analytics_rollups where ${within(tenant, day, ["quarter"])} group by 1, 2, 3, 4, 5, 6
  ) r cross join ${COARSER.grains}
  group by 1, 2, 3, 4, 5, 6, 7`;

/** The statements that make a day anew out of its quarters. */
const making = (tenant: Tenant, day: Day) => [
  raw(sql`delete from analytics_rollups where ${within(tenant, day, DAY_GRAINS)}`),
  raw(sql`
    insert into analytics_rollups (workspace_id, at, ${COLUMNS}, calls, total)
    select ${tenant.workspaceId}, ${day.from}::timestamptz, made.* from (${summed(tenant, day)}) made`),
];

/** How many figures of a day are not those of its quarters. */
const wrongIn = (tenant: Tenant, day: Day) =>
  raw(sql<{ count: number }>`select count(*) as count from (
    select 1 from (
      select ${day.from}::timestamptz, made.* from (${summed(tenant, day)}) made
      union all
      select at, ${COLUMNS}, -calls, -total from analytics_rollups where ${within(tenant, day, DAY_GRAINS)}
    ) as both_sides (at, ${COLUMNS}, calls, total)
    group by at, ${COLUMNS} having sum(calls) <> 0 or sum(total) <> 0
  ) wrong`);

/** The days of a zone, from the first to the last of which there are figures: as many as are gone through at once. */
async function* daysIn(ctx: Pick<Ctx, "workspaceId" | "db">, timezone: string): AsyncGenerator<Day[]> {
  const span = await ctx.db.one(
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
 * Makes the days of a workspace anew in its zone, some at a time. Until all are made quarters stand in for them, and
 * nothing is folded in. Safe to repeat and to run twice at once; it stops where the zone is changed meanwhile.
 */
export async function rebuildDays(ctx: Ctx): Promise<void> {
  const zone = await record(ctx, async (tx) => {
    const { kept, timezone } = await holdState(tx, ctx);
    if (kept !== timezone) await tx.all(stateIs(ctx, { timezone: MAKING }));
    return kept === timezone ? null : timezone;
  });
  if (zone === null) return;
  const still = (work: (tx: Tx) => Promise<unknown>) =>
    record(ctx, async (tx) => {
      const { kept, timezone } = await holdState(tx, ctx);
      const goesOn = kept === MAKING && timezone === zone;
      if (goesOn) await work(tx);
      return goesOn;
    });
  for await (const days of daysIn(ctx, zone)) {
    const anew = (tx: Tx) => tx.batch(...days.flatMap((day) => making(ctx, day)));
    if (ctx.signal.aborted || !(await still(anew))) return;
  }
  await still((tx) => tx.all(stateIs(ctx, { timezone: zone })));
}

/**
 * How many figures of days are not those of their quarters. `repair` makes such days anew, and takes away figures that have
 * become nothing. Where the zone is changed meanwhile, it stops: all days are made anew then.
 */
export async function checkDays(ctx: Ctx, repair: boolean): Promise<number> {
  const { kept: zone } = await record(ctx, (tx) => holdState(tx, ctx));
  let wrong = 0;
  if (zone === MAKING) return wrong;
  for await (const days of daysIn(ctx, zone)) {
    const found = await record(ctx, async (tx) => {
      const { kept } = await holdState(tx, ctx);
      if (kept !== zone) return null;
      const counted = await tx.batch(...days.map((day) => wrongIn(ctx, day)));
      const counts = counted.map(([row]) => row?.count ?? 0);
      if (repair) {
        const nothing = days.map((day) => within(ctx, day, ["quarter", ...DAY_GRAINS]));
        const anew = days.filter((_, n) => (counts[n] ?? 0) > 0).flatMap((day) => making(ctx, day));
        await tx.batch(
          ...nothing.map((of) =>
            raw(sql`delete from analytics_rollups where ${of} and calls = 0 and total = 0`),
          ),
          ...anew,
        );
      }
      return counts.reduce((sum, count) => sum + count, 0);
    });
    if (found === null || ctx.signal.aborted) return wrong;
    wrong += found;
  }
  return wrong;
}
