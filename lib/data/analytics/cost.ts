import { sql } from "kysely";
import {
  isCostComplete,
  priceUses,
  selectPriceList,
  sumCosts,
  toCostLines,
  toPriceList,
} from "@/lib/agents/prices";
import { UNREPORTED, USAGE_UNITS, type UsageUnit } from "@/lib/agents/prices/values";
import { MAX_USAGE_ENTRIES } from "@/lib/calls/calls";
import { iso } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { problemIn, validationError } from "@/lib/platform/errors";
import { groupBy } from "@/lib/platform/group-by";
import { rangeOf } from "./range";
import type { CostQuery, CostSummary } from "./schema";

/** Prices are valid from days in UTC, so costs are summed by these. */
const ZONE = "UTC";
const DAY_MS = 24 * 3_600_000;
/** Costs are calculated from each call, not from roll-ups, so the period is short. */
const MAX_DAYS = 93;
/** Rows of a response: agents and days, with the providers of each. */
const MAX_ROWS = 20_000;

type UseRow = {
  day: string;
  agent_id: string;
  provider: string;
  model: string;
  unit: UsageUnit;
  quantity: number;
};

type Period = { ctx: Ctx; from: string; to: string; agentId: string | null };

/** Use by day, agent, provider, model and unit. A list of uses with a gap counts as unreported use. */
const selectUse = ({ ctx: { workspaceId, environment }, from, to, agentId }: Period) =>
  db
    .selectFrom(
      sql<UseRow>`(
    with counted as (
      select agent_id, usage, to_char(coalesce(started_at, created_at) at time zone 'UTC', 'YYYY-MM-DD') as day
      from calls
      where workspace_id = ${workspaceId} and environment = ${environment}
        and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz
        and (${agentId}::text is null or agent_id = ${agentId}) and usage <> '[]'::jsonb
    ), used as (
      select day, agent_id, entry->>'provider' as provider, entry->>'model' as model, unit.key as unit,
        unit.value::bigint as quantity
      from counted, jsonb_array_elements(usage) entry, jsonb_each_text(entry->'units') unit
      union all
      select day, agent_id, 'unknown', 'unknown', ${UNREPORTED}::text, 1
      from counted where jsonb_array_length(usage) >= ${MAX_USAGE_ENTRIES}
    )
    select day, agent_id, provider, model, unit, sum(quantity)::bigint as quantity
    from used where unit = any(${[...USAGE_UNITS]}::text[])
    group by day, agent_id, provider, model, unit
    order by day, agent_id, provider, model, unit limit ${MAX_ROWS + 1}
  )`.as("summed"),
    )
    .selectAll();

/**
 * Sums the costs of the calls that were created in a period and have been settled. Throws 400 for a period of more than 93 days,
 * and for one with too many agents and providers.
 */
export async function summarizeCosts(
  ctx: Ctx,
  { from, to, agent_id: agentId }: CostQuery,
): Promise<CostSummary> {
  const { fromMs, toMs } = rangeOf({ from, to }, ZONE, ctx.now());
  const period = { from: iso(new Date(fromMs)), to: iso(new Date(toMs)) };
  const tooLong = () =>
    validationError([problemIn("query", "/from", "cost_period_too_long", { max: MAX_DAYS })]);
  if (toMs - fromMs > MAX_DAYS * DAY_MS) throw tooLong();
  const [rows, [list]] = await ctx.db.batch(
    selectUse({ ctx, ...period, agentId: agentId ?? null }),
    selectPriceList(ctx.workspaceId),
  );
  if (rows.length > MAX_ROWS) throw tooLong();
  const uses = priceUses(toPriceList(list).prices, rows);
  return {
    environment: ctx.environment,
    ...period,
    total: sumCosts(uses),
    is_complete: isCostComplete(uses),
    lines: toCostLines(uses),
    days: [...groupBy(uses, ({ day, agent_id }) => `${day} ${agent_id}`).values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { day, agent_id } = first;
      return [{ day, agent_id, total: sumCosts(group), is_complete: isCostComplete(group) }];
    }),
  };
}
