import { sql } from "kysely";
import { isCountedCall } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import type { Tx } from "@/lib/platform/db";
import { MEASURES } from "./measures";
import type { Period } from "./periods";
import { rawStatement } from "./raw-statement";

type Tenant = Pick<Ctx, "workspaceId">;
/** The columns of a call that `call_facts` reads, in its order. */
const FACTS = [
  "status",
  "direction",
  "channel",
  "end_reason",
  "outcome_tag",
  "outcome_successful",
  "answered_at",
  "duration_ms",
  "recording",
  "reasons",
  "turn_latencies",
  "caller_turns",
  "agent_turns",
  "providers",
  "provider_ms",
  "provider_turns",
].map((column) => sql.ref(`c.${column}`));
const KEY = sql`at, agent_id, campaign_id, channel, measure, label`;

/**
 * Differences between the stored figures of a period and those of its calls. As one statement it sees one
 * snapshot: a concurrently settled call is in both or neither, and nothing is locked.
 */
const differing = ({ workspaceId }: Tenant, { environment, from, to }: Period) => sql`
  select ${KEY}, sum(calls)::bigint as calls, sum(total)::bigint as total from (
    select analytics_quarter(c.created_at) as at, c.agent_id, coalesce(c.campaign_id, '') as campaign_id, c.channel,
      f.measure, f.label, f.calls, f.total
    from calls c, call_facts(${sql.join(FACTS)}) f
    where c.workspace_id = ${workspaceId} and c.environment = ${environment}
      and c.created_at >= ${from}::timestamptz and c.created_at < ${to}::timestamptz and call_ended(c)
        and ${isCountedCall("c")}
    union all
    select ${KEY}, -calls, -total from analytics_rollups
    where workspace_id = ${workspaceId} and environment = ${environment} and grain = 'quarter'
      and measure = any(${[...MEASURES]}::text[]) and at >= ${from}::timestamptz and at < ${to}::timestamptz
    union all
    select a.at, a.agent_id, a.campaign_id, a.channel, u.measure, u.label, -u.calls, -u.total
    from analytics_changes a, unnest(a.measures, a.labels, a.calls, a.totals) as u (measure, label, calls, total)
    where a.workspace_id = ${workspaceId} and a.environment = ${environment}
      and a.at >= ${from}::timestamptz and a.at < ${to}::timestamptz
  ) both_sides
  group by ${KEY} having sum(calls) <> 0 or sum(total) <> 0`;

/** Counts figures of a period's quarters of an hour that differ from its calls. */
export async function countDifferences(tx: Tx, tenant: Tenant, period: Period): Promise<number> {
  const row = await tx.first(
    rawStatement(sql<{ count: number }>`select count(*) as count from (${differing(tenant, period)}) d`),
  );
  return row?.count ?? 0;
}

/**
 * Counts them too, and records corrections as changes, which the next fold adds. Requires the lock of
 * `lockRollupState`.
 */
export async function noteDifferences(tx: Tx, tenant: Tenant, period: Period): Promise<number> {
  const row = await tx.first(
    rawStatement(sql<{ count: number }>`
      with d as (${differing(tenant, period)}), noted as (
        insert into analytics_changes (workspace_id, environment, at, agent_id, campaign_id, channel, measures, labels, calls, totals)
        select ${tenant.workspaceId}, ${period.environment}, at, agent_id, campaign_id, channel, array_agg(measure), array_agg(label),
          array_agg(calls), array_agg(total)
        from d group by at, agent_id, campaign_id, channel
      ) select count(*) as count from d`),
  );
  return row?.count ?? 0;
}

/** Adds a period's calls to quarters of an hour without days. Requires the lock of `lockRollupState`. */
export async function addDifferences(tx: Tx, tenant: Tenant, period: Period): Promise<void> {
  await tx.all(
    rawStatement(sql`
      insert into analytics_rollups as kept (workspace_id, environment, grain, at, agent_id, campaign_id, channel, measure, label, calls, total)
      select ${tenant.workspaceId}, ${period.environment}, 'quarter', d.* from (${differing(tenant, period)}) d
      on conflict (workspace_id, environment, grain, measure, at, label, agent_id, campaign_id, channel)
      do update set calls = kept.calls + excluded.calls, total = kept.total + excluded.total`),
  );
}
