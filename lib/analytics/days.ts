import { sql } from "kysely";
import { iso } from "@/lib/clock";
import type { Ctx } from "@/lib/context";
import { db, type Tx } from "@/lib/db";
import { dayStart } from "./range";
import { raw } from "./raw";

type Tenant = Pick<Ctx, "workspaceId">;

/** The days of a zone that moments fall on, as pairs for a statement to join. Zones are read in one place, lib/analytics/range.ts. */
export function daysOf(moments: readonly string[], timezone: string) {
  const quarters = [...new Set(moments)];
  const days = quarters.map((at) => iso(new Date(dayStart(Date.parse(at), timezone))));
  return sql`unnest(${quarters}::timestamptz[], ${days}::timestamptz[]) as d (quarter, day)`;
}

/** What a row of quarters, `r`, is in the grain `g` of its day `d`. */
export const COARSER = {
  grains: sql`(values ('day'), ('total')) as g (grain)`,
  who: sql`case g.grain when 'day' then r.agent_id else '' end,
    case g.grain when 'day' then r.campaign_id else '' end, case g.grain when 'day' then r.channel else '' end`,
};

const COLUMNS = sql`workspace_id, environment, grain, at, measure, label, agent_id, campaign_id, channel, calls, total`;

const momentsOf = (workspaceId: string) =>
  db
    .selectFrom("analytics_rollups")
    .select("at")
    .distinct()
    .where("workspace_id", "=", workspaceId)
    .where("grain", "=", "quarter");

/** The days that quarters make. */
async function summedDays(tx: Tx, { workspaceId }: Tenant, timezone: string) {
  const moments = await tx.all(momentsOf(workspaceId));
  const pairs = daysOf(
    moments.map(({ at }) => at),
    timezone,
  );
  return sql`
    select r.workspace_id, r.environment, g.grain, d.day, r.measure, r.label, ${COARSER.who},
      sum(r.calls)::bigint as calls, sum(r.total)::bigint as total
    from analytics_rollups r join ${pairs} on d.quarter = r.at cross join ${COARSER.grains}
    where r.workspace_id = ${workspaceId} and r.grain = 'quarter'
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9`;
}

/** Makes the days anew out of the quarters, in this zone. Only under the lock of `holdState`. */
export async function rebuildDays(tx: Tx, tenant: Tenant, timezone: string): Promise<void> {
  const { workspaceId } = tenant;
  await tx.all(
    db
      .deleteFrom("analytics_rollups")
      .where("workspace_id", "=", workspaceId)
      .where((eb) =>
        eb.or([eb("grain", "!=", "quarter"), eb.and([eb("calls", "=", 0), eb("total", "=", 0)])]),
      ),
  );
  await tx.all(
    raw(sql`insert into analytics_rollups (${COLUMNS}) ${await summedDays(tx, tenant, timezone)}`),
  );
  await tx.all(db.updateTable("analytics_state").set({ timezone }).where("workspace_id", "=", workspaceId));
}

/** How many figures of days are not those of their quarters. Only under the lock of `holdState`. */
export async function countWrongDays(tx: Tx, tenant: Tenant, timezone: string): Promise<number> {
  const row = await tx.one(
    raw(sql<{ count: number }>`select count(*) as count from (
      select 1 from (
        ${await summedDays(tx, tenant, timezone)}
        union all
        select workspace_id, environment, grain, at, measure, label, agent_id, campaign_id, channel, -calls, -total
        from analytics_rollups where workspace_id = ${tenant.workspaceId} and grain <> 'quarter'
      ) as both_sides (workspace_id, environment, grain, at, measure, label, agent_id, campaign_id, channel, calls, total)
      group by workspace_id, environment, grain, at, measure, label, agent_id, campaign_id, channel
      having sum(calls) <> 0 or sum(total) <> 0
    ) wrong`),
  );
  return row?.count ?? 0;
}
