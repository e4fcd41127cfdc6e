import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { csvLines } from "@/lib/platform/csv";
import { CSV_MEDIA_TYPE, createMemoryFile, type MemoryFile } from "@/lib/platform/memory-file";
import type { Chart, ChartQuery, Metric, Series, SeriesQuery, Summary } from "./schema";
import { timeseries } from "./series";
import { summarizeCalls } from "./summary";

type Line = Record<string, unknown>;
type Table = { columns: string[]; lines: Line[] };

type Drawn = { group_by?: NonNullable<SeriesQuery["group_by"]>; metrics: readonly Metric[] };
/** Charts over time: a line per bucket. */
const OVER_TIME: Partial<Record<Chart, Drawn>> = {
  volume: { metrics: ["calls"], group_by: "channel" },
  duration: { metrics: ["average_duration_ms", "p95_duration_ms"] },
  "turn-latency": { metrics: ["turn_p50_ms", "turn_p95_ms"] },
};

function overTime(all: readonly Series[]): Table {
  const columns = all.flatMap(({ metric, series }) =>
    series.map(({ group, values }) => ({ name: group ?? metric, values })),
  );
  const buckets = all[0]?.buckets ?? [];
  return {
    columns: ["start", "end", ...columns.map(({ name }) => name)],
    lines: buckets.map((bucket, n) => ({
      ...bucket,
      ...Object.fromEntries(columns.map(({ name, values }) => [name, values[n]])),
    })),
  };
}

/** Charts of one period: a line per label. */
const OF_SUMMARY: Partial<Record<Chart, (summary: Summary) => readonly Line[]>> = {
  statuses: ({ by_status: lines }) => lines,
  outcomes: ({ outcomes }) => outcomes,
  recording: ({ recording }) => recording,
  blocked: ({ blocked }) => blocked,
  agents: ({ by_agent: lines }) => lines,
  campaigns: ({ by_campaign: lines }) => lines,
  usage: ({ usage: { providers, currency } }) => providers.map((provider) => ({ ...provider, currency })),
};
const COLUMNS: Partial<Record<Chart, string[]>> = {
  statuses: ["status", "calls"],
  outcomes: ["tag", "calls"],
  recording: ["state", "calls"],
  blocked: ["code", "calls"],
  agents: ["agent_id", "calls"],
  campaigns: ["campaign_id", "calls"],
  usage: ["part", "provider", "calls", "minutes", "turns", "cost", "currency"],
};

async function tableOf(ctx: Ctx, chart: Chart, { bucket, ...scope }: ChartQuery): Promise<Table> {
  const seriesChart = OVER_TIME[chart];
  if (seriesChart === undefined)
    return {
      columns: COLUMNS[chart] ?? [],
      lines: [...(OF_SUMMARY[chart]?.(await summarizeCalls(ctx, scope)) ?? [])],
    };
  const { metrics, ...grouped } = seriesChart;
  return overTime(
    await Promise.all(metrics.map((metric) => timeseries(ctx, { ...scope, ...grouped, bucket, metric }))),
  );
}

/**
 * Exports a chart of the page as CSV, with current figures. It is small, as its rows are days or labels. Like every file of
 * records it is audited as an export.
 */
export async function exportChart(ctx: Ctx, chart: Chart, query: ChartQuery): Promise<MemoryFile> {
  const { columns, lines } = await tableOf(ctx, chart, query);
  const after = {
    environment: ctx.environment,
    resource: "analytics",
    chart,
    format: "csv",
    rows: lines.length,
  };
  await writeAudited(ctx, {
    run: [],
    audit: { action: "export.created", target: ctx.workspaceId, after: { ...after, filters: { ...query } } },
  });
  return createMemoryFile(`analytics-${chart}.csv`, CSV_MEDIA_TYPE, csvLines(columns, lines, true));
}
