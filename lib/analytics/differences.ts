import { sql } from "kysely";
import type { Ctx } from "@/lib/context";
import type { Tx } from "@/lib/db";
import { raw } from "./raw";

type Tenant = Pick<Ctx, "workspaceId">;
const KEY = sql`environment, at, agent_id, campaign_id, channel, measure, label`;

/**
 * Where the figures that are kept are not those of the calls, and by how much. As one statement it sees one moment of both:
 * a call that is settled meanwhile is in both or in neither, and nobody waits.
 */
const differing = ({ workspaceId }: Tenant) => sql`
  select ${KEY}, sum(calls)::bigint as calls, sum(total)::bigint as total from (
    select c.environment, analytics_quarter(c.created_at) as at, c.agent_id, coalesce(c.campaign_id, '') as campaign_id,
      c.channel, f.measure, f.label, f.calls, f.total
    from calls c, call_facts(c) f where c.workspace_id = ${workspaceId} and call_ended(c)
    union all
    select ${KEY}, -calls, -total from analytics_rollups where workspace_id = ${workspaceId} and grain = 'quarter'
    union all
    select a.environment, a.at, a.agent_id, a.campaign_id, a.channel, u.measure, u.label, -u.calls, -u.total
    from analytics_changes a, unnest(a.measures, a.labels, a.calls, a.totals) as u (measure, label, calls, total)
    where a.workspace_id = ${workspaceId}
  ) both_sides
  group by ${KEY} having sum(calls) <> 0 or sum(total) <> 0`;

/** How many figures of quarters of an hour are not those of the calls. */
export async function countDifferences(tx: Tx, tenant: Tenant): Promise<number> {
  const row = await tx.one(
    raw(sql<{ count: number }>`select count(*) as count from (${differing(tenant)}) d`),
  );
  return row?.count ?? 0;
}

/** Notes what sets the figures right as changes, which the next fold adds: from none it counts every call. */
export async function noteDifferences(tx: Tx, tenant: Tenant): Promise<void> {
  await tx.all(
    raw(sql`
      insert into analytics_changes (workspace_id, environment, at, agent_id, campaign_id, channel, measures, labels, calls, totals)
      select ${tenant.workspaceId}, environment, at, agent_id, campaign_id, channel, array_agg(measure), array_agg(label),
        array_agg(calls), array_agg(total)
      from (${differing(tenant)}) d group by environment, at, agent_id, campaign_id, channel`),
  );
}
