import { type RawBuilder, sql } from "kysely";
import { iso } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { grainFor, PARTY_COLUMNS, type PartyColumn } from "./measures";
import type { Range } from "./range";
import type { SummaryQuery } from "./schema";

/** One row of figures, as roll-ups and changes store them. */
export type FigureRow = {
  at: string;
  measure: string;
  label: string;
  agent_id: string;
  campaign_id: string;
  channel: string;
  calls: number;
  total: number;
};
export type Scope = Pick<SummaryQuery, "agent_id" | "campaign_id" | "channel">;

type FigureQuery = {
  range: Range;
  scope: Scope;
  /** The measures to read (`call_facts` in prisma/sql). */
  measures: readonly string[];
  /** The party to group by, if any. */
  by?: PartyColumn | undefined;
  /** Whether buckets are whole days. */
  byDay: boolean;
};

const time = (ms: number): RawBuilder<string> => sql`${iso(new Date(ms))}::timestamptz`;

/**
 * Selects the figures of a period: roll-ups of its whole days, roll-ups of quarters of an hour at its ends,
 * and the changes since the last fold. As one statement, it sees each change once. If the days are stored in
 * another time zone (after a recent change), quarters replace them.
 */
export function selectFigures(
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  { range, scope, measures, by, byDay }: FigureQuery,
) {
  const { timezone, fromMs, toMs } = range;
  const days = byDay ? range.days : { fromMs, toMs: fromMs };
  const filters = PARTY_COLUMNS.filter((column) => scope[column] !== undefined);
  const grain = grainFor(by === undefined ? filters : [...filters, by]);
  const partyConditions = filters.map((column) => sql` and ${sql.ref(column)} = ${scope[column]}`);
  const condition = sql`measure = any(${[...measures]}::text[])${sql.join(partyConditions, sql``)}`;
  const tenantCondition = sql`workspace_id = ${workspaceId} and environment = ${environment}`;
  const columns = sql`at, measure, label, agent_id, campaign_id, channel, calls, total`;
  const rollups = (of: string, from: number, to: number, where = sql``) =>
    sql`select ${columns} from analytics_rollups
      where ${tenantCondition} and grain = ${of} and at >= ${time(from)} and at < ${time(to)} and ${condition}${where}`;
  const keepsDays = sql`(select exists (select from analytics_state s
    where s.workspace_id = ${workspaceId} and s.timezone = ${timezone}))`;
  const parts = [
    ...(fromMs < days.fromMs ? [rollups("quarter", fromMs, days.fromMs)] : []),
    ...(days.toMs < toMs ? [rollups("quarter", days.toMs, toMs)] : []),
    ...(days.fromMs < days.toMs
      ? [
          rollups(grain, days.fromMs, days.toMs, sql` and ${keepsDays}`),
          rollups("quarter", days.fromMs, days.toMs, sql` and not ${keepsDays}`),
        ]
      : []),
    sql`select c.at, u.measure, u.label, c.agent_id, c.campaign_id, c.channel, u.calls, u.total
      from analytics_changes c,
        unnest(c.measures, c.labels, c.calls, c.totals) as u (measure, label, calls, total)
      where ${tenantCondition} and at >= ${time(fromMs)} and at < ${time(toMs)} and ${condition}`,
  ];
  return db.selectFrom(sql<FigureRow>`(${sql.join(parts, sql` union all `)})`.as("kept"));
}

/** The bucket of a figure, starting at 1. */
export const bucketOf = (bounds: readonly number[]): RawBuilder<number> =>
  sql`width_bucket(kept.at, ${bounds.slice(0, -1).map((ms) => iso(new Date(ms)))}::timestamptz[])`;
