import { sql } from "kysely";
import { notifyMembers } from "@/lib/identity/notices";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";

/** Share of a limit at which admins are notified for the first time. */
const NEAR_SHARE = 0.8;
/** Months that costs of calls are kept: the current one and the one before, which another time zone may still be in. */
const KEPT_MONTHS = 2;
/** Limits of one workspace that one run looks at. */
const MAX_LIMITS = 1_000;

/** A limit with its use. `period`: its first day. `used` includes reservations. */
type LimitUse = {
  subject: string;
  kind: string;
  period: string;
  used: number;
  amount: number;
  reservation: number;
};

const selectLimitUses = ({ workspaceId, now }: Ctx) =>
  db
    .selectFrom(
      sql<LimitUse>`(
    with today as (
      select w.id, (${now()}::timestamptz at time zone w.timezone)::date as day from workspaces w where w.id = ${workspaceId}
    ), bounded as (
      select l.workspace_id as subject, 'workspace_day' as kind, null as agent, l.limits->>'per_day' as amount, l.limits, null::jsonb as agent_limits
      from cost_limits l where l.workspace_id = ${workspaceId}
      union all
      select l.workspace_id, 'workspace_month', null, l.limits->>'per_month', l.limits, null from cost_limits l where l.workspace_id = ${workspaceId}
      union all
      select a.id, 'agent_day', a.id, v.config->'cost_limits'->>'per_day', l.limits, v.config->'cost_limits'
      from agents a join agent_versions v on v.workspace_id = a.workspace_id and v.agent_id = a.id and v.version = a.live_version
      left join cost_limits l on l.workspace_id = a.workspace_id
      where a.workspace_id = ${workspaceId}
    )
    select b.subject, b.kind, (case b.kind when 'workspace_month' then date_trunc('month', t.day)::date else t.day end)::text as period,
      (case b.kind when 'agent_day' then u.of_agent when 'workspace_day' then u.of_day else u.of_month end)::float8 as used,
      b.amount::float8 as amount, cost_reservation(b.limits, b.agent_limits)::float8 as reservation
    from bounded b cross join today t
    cross join lateral cost_used(t.id, b.agent, t.day, null) u
    where b.amount is not null
    limit ${MAX_LIMITS}
  )`.as("uses"),
    )
    .selectAll();

/** Limits that are at 80 % or used up: then not even one further call can begin. */
export const findNotices = (
  uses: readonly LimitUse[],
): { use: LimitUse; kind: "cost_limit.near" | "cost_limit.reached" }[] =>
  uses.flatMap((use) => {
    if (use.used + use.reservation > use.amount && use.used > 0)
      return [
        { use, kind: "cost_limit.near" as const },
        { use, kind: "cost_limit.reached" as const },
      ];
    return use.used >= use.amount * NEAR_SHARE ? [{ use, kind: "cost_limit.near" as const }] : [];
  });

/** Notifies admins of cost limits that are near or reached, once for each limit and period, and deletes costs of earlier months. */
export async function sweepCostLimits(ctx: Ctx): Promise<void> {
  const uses = await ctx.db.all(selectLimitUses(ctx));
  const notices = findNotices(uses).map(({ use: { subject, kind: limit, period }, kind }) =>
    notifyMembers({
      workspaceId: ctx.workspaceId,
      kind,
      subject,
      stage: `${limit}/${period}`,
      now: ctx.now(),
    }),
  );
  const expired = db
    .deleteFrom("call_costs")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("is_reserved", "=", false)
    .where(sql<boolean>`day < (${ctx.now()}::timestamptz - ${`${KEPT_MONTHS} months`}::interval)::date`);
  await writeUnaudited(ctx, { run: [...notices, expired] });
}
