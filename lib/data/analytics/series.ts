import { type RawBuilder, sql } from "kysely";
import { iso } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { problemIn, validationError } from "@/lib/platform/errors";
import { bucketOf, selectFigures } from "./figures";
import { addTo, quantile } from "./histogram";
import { minutesOf } from "./prices";
import { bucketsOf, presentRange, rangeOf } from "./range";
import { type Group, type Metric, PARTIES, type Series, type SeriesQuery } from "./schema";
import { timezoneOf } from "./timezone";

/** Maximum distinguishable lines of a chart; the others are summed in one more. */
const MAX_SERIES = 20;

/** The measure and label of each metric; all labels if none is given. */
const SOURCES: Record<Metric, { measure: string; label?: string }> = {
  calls: { measure: "status" },
  answered: { measure: "figure", label: "answered" },
  reached: { measure: "figure", label: "reached" },
  contained: { measure: "figure", label: "contained" },
  transferred: { measure: "figure", label: "transferred" },
  opted_out: { measure: "figure", label: "opted_out" },
  successful: { measure: "figure", label: "successful" },
  minutes: { measure: "duration" },
  average_duration_ms: { measure: "duration" },
  p95_duration_ms: { measure: "duration" },
  turn_p50_ms: { measure: "turn" },
  turn_p95_ms: { measure: "turn" },
};
/** Measures whose labels are groups of calls. */
const LABELLED: Partial<Record<Group, string>> = {
  status: "status",
  direction: "direction",
  outcome: "outcome",
  recording_state: "recording",
  reason: "blocked",
};
const COLUMNS = { agent: "agent_id", campaign: "campaign_id", channel: "channel" } as const;
const isParty = (group: Group): group is keyof typeof COLUMNS => PARTIES.some((party) => party === group);

function sourceOf({ metric, group_by: group }: SeriesQuery): {
  measure: string;
  label?: string;
  group: RawBuilder<string | null>;
} {
  if (group === undefined) return { ...SOURCES[metric], group: sql`null::text` };
  if (isParty(group)) return { ...SOURCES[metric], group: sql`nullif(${sql.ref(COLUMNS[group])}, '')` };
  const measure = LABELLED[group];
  if (metric !== "calls" || measure === undefined)
    throw validationError([
      problemIn("query", "/group_by", "metric_without_group", { groups: PARTIES.join(", ") }),
    ]);
  return { measure, group: sql`label` };
}

/** The values of one bucket of one series. */
type Cell = { histogram: Map<string, number>; calls: number; total: number };
const emptyCell = (): Cell => ({ histogram: new Map(), calls: 0, total: 0 });

function shownAs(metric: Metric, { histogram, calls, total }: Cell): number | null {
  if (metric === "minutes") return minutesOf(total);
  if (metric === "average_duration_ms") return calls === 0 ? null : Math.round(total / calls);
  if (metric === "turn_p50_ms") return quantile(histogram, 0.5);
  if (metric === "turn_p95_ms" || metric === "p95_duration_ms") return quantile(histogram, 0.95);
  return calls;
}

type Row = { bucket: number; grouped: string | null; label: string; calls: number; total: number };

/** The rows of each group by bucket, largest groups first; the remaining ones are summed without a name. */
function seriesOf(rows: readonly Row[], count: number, metric: Metric, isGrouped: boolean): Series["series"] {
  const sizes = new Map<string, number>();
  for (const { grouped, calls } of rows) if (grouped !== null) addTo(sizes, grouped, calls);
  const largest = [...sizes]
    .sort(([groupA, a], [groupB, b]) => b - a || (groupA < groupB ? -1 : 1))
    .map(([group]) => group);
  const named = new Set(largest.slice(0, MAX_SERIES));
  const cells = new Map<string | null, Cell[]>();
  const lineOf = (group: string | null): Cell[] => {
    const line = cells.get(group) ?? Array.from({ length: count }, emptyCell);
    cells.set(group, line);
    return line;
  };
  for (const group of named) lineOf(group);
  if (!isGrouped) lineOf(null);
  for (const { bucket, grouped, label, calls, total } of rows) {
    const cell = lineOf(grouped !== null && named.has(grouped) ? grouped : null)[bucket - 1];
    if (cell === undefined) continue;
    addTo(cell.histogram, label, calls);
    cell.calls += calls;
    cell.total += total;
  }
  return [...cells].map(([group, line]) => ({ group, values: line.map((cell) => shownAs(metric, cell)) }));
}

/**
 * Returns a metric over time, by hours, days or weeks (from Monday) of the workspace's time zone, with a
 * value for each bucket, including zeros. Throws a 400 for a group that the metric does not have, and for too
 * many buckets.
 */
export async function timeseries(ctx: Ctx, query: SeriesQuery): Promise<Series> {
  const { from, to, metric, bucket, group_by: group, ...scope } = query;
  const { measure, label, group: grouped } = sourceOf(query);
  const range = rangeOf({ from, to }, await timezoneOf(ctx), ctx.now());
  const bounds = bucketsOf(range, bucket);
  const figures = selectFigures(ctx, {
    range,
    scope,
    measures: [measure],
    by: group !== undefined && isParty(group) ? COLUMNS[group] : undefined,
    byDay: bucket !== "hour",
  });
  const rows = await ctx.db.all(
    (label === undefined ? figures : figures.where("label", "=", label))
      .select([
        bucketOf(bounds).as("bucket"),
        grouped.as("grouped"),
        "label",
        sql<number>`sum(calls)::bigint`.as("calls"),
        sql<number>`sum(total)::bigint`.as("total"),
      ])
      .groupBy([sql`1`, sql`2`, "label"])
      .having(sql<boolean>`sum(calls) <> 0`),
  );
  const starts = bounds.map((ms) => iso(new Date(ms)));
  return {
    environment: ctx.environment,
    ...presentRange(range),
    metric,
    bucket,
    group_by: group ?? null,
    buckets: starts.slice(0, -1).map((start, n) => ({ start, end: starts[n + 1] ?? start })),
    series: seriesOf(rows, bounds.length - 1, metric, group !== undefined),
  };
}
