import { type RawBuilder, sql } from "kysely";
import { iso } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { grainFor, PARTY_COLUMNS, type PartyColumn } from "./measures";
import type { Range } from "./range";
import type { SummaryQuery } from "./schema";

/** One line of the figures, as roll-ups and changes keep them. */
export type Kept = {
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

type Asked = {
  range: Range;
  scope: Scope;
  /** What is counted (`call_facts` in the migrations). */
  measures: readonly string[];
  /** The party by which they are told apart, if any. */
  by?: PartyColumn | undefined;
  /** Whether buckets are whole days. */
  byDay: boolean;
};

const time = (ms: number): RawBuilder<string> => sql`${iso(new Date(ms))}::timestamptz`;

/**
 * The figures of a time: roll-ups of its whole days, roll-ups of quarters of an hour at its ends, and what was changed since
 * the last fold, all as one statement, which therefore sees each change once. Where the days are kept in another zone (it was
 * changed a moment ago) quarters stand in for them.
 */
export function keptRows(
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  { range, scope, measures, by, byDay }: Asked,
) {
  const { timezone, fromMs, toMs } = range;
  const days = byDay ? range.days : { fromMs, toMs: fromMs };
  const filters = PARTY_COLUMNS.filter((column) => scope[column] !== undefined);
  const grain = grainFor(by === undefined ? filters : [...filters, by]);
  const who = filters.map((column) => sql` and ${sql.ref(column)} = ${scope[column]}`);
  const what = sql`measure = any(${[...measures]}::text[])${sql.join(who, sql``)}`;
  const own = sql`workspace_id = ${workspaceId} and environment = ${environment}`;
  const columns = sql`at, measure, label, agent_id, campaign_id, channel, calls, total`;
  const rollups = (of: string, from: number, to: number, where = sql``) =>
    sql`select ${columns} from analytics_rollups
      where ${own} and grain = ${of} and at >= ${time(from)} and at < ${time(to)} and ${what}${where}`;
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
      where ${own} and at >= ${time(fromMs)} and at < ${time(toMs)} and ${what}`,
  ];
  return db.selectFrom(sql<Kept>`(${sql.join(parts, sql` union all `)})`.as("kept"));
}

/** The bucket, from 1 on, that a line of the figures falls in. */
export const bucketOf = (bounds: readonly number[]): RawBuilder<number> =>
  sql`width_bucket(kept.at, ${bounds.slice(0, -1).map((ms) => iso(new Date(ms)))}::timestamptz[])`;
