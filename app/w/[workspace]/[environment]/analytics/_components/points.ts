import type { Series } from "@/lib/data/analytics/schema";
import { callsBehind, type Scope } from "./links";
import { bucketName, dayIn } from "./time";

/** `filters`: URL parameters that select the calls of this line among those of a point. */
export type Line = { name: string; color: string; filters?: Readonly<Record<string, string>> };
/** URL parameters that select a point's period: days, or times for an hour. */
export type PointPeriod = { from: string; to: string };
/**
 * One bucket: its name, the list of its calls, the lists of each line with filters, and a value of each line. Lists are
 * addresses, those of lines by the line's name.
 */
export type Point = {
  bucket: string;
  href: string;
  lineHrefs: Readonly<Record<string, string>>;
  period: PointPeriod;
  values: Readonly<Record<string, number | null>>;
};

/** Colors with a contrast of at least 3:1 in both color schemes. */
const COLORS: Readonly<Record<string, string>> = {
  phone: "teal.6",
  web: "blue.6",
  sms: "orange.7",
  chat: "grape.6",
};
const OTHER = "gray.5";

export type Chart = {
  lines: Line[];
  points: Point[];
  /** A value of the previous period for each point; null if it is not compared. */
  previous: (number | null)[] | null;
};

/** The lines of series that are grouped by channel. */
export const channelLines = ({ series }: Series, nameOf: (channel: string) => string): Line[] =>
  series.map(({ group }) => ({
    name: nameOf(group ?? "other"),
    color: COLORS[group ?? ""] ?? OTHER,
    ...(group !== null && { filters: { channel: group } }),
  }));

function periodOf(
  timezone: string,
  bucket: string,
  { start, end }: { start: string; end: string },
): PointPeriod {
  if (bucket === "hour") return { from: start, to: end };
  return { from: dayIn(timezone, start), to: dayIn(timezone, Date.parse(end) - 1) };
}

/** The first line of the previous period, or the sum of its lines. Buckets are compared in their order. */
function previousOf(series: Series | null, isSum: boolean, count: number): Chart["previous"] {
  if (series === null) return null;
  return Array.from({ length: count }, (_, index) => {
    if (series.buckets[index] === undefined) return null;
    if (!isSum) return series.series[0]?.values[index] ?? null;
    return series.series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
  });
}

type Options = {
  /** The language of the points' names. */
  locale: string;
  scope: Scope;
  filters: Readonly<Record<string, string>>;
  /** The lines in their order. */
  lines: readonly Line[];
  /** The lines are parts of a whole, so that the previous period is shown as their sum. */
  isStacked?: boolean;
  previous: Series | null;
};

/** Converts series to the points of a chart. */
export function toChart(
  all: readonly Series[],
  { locale, scope, filters, lines, isStacked = false, previous }: Options,
): Chart {
  const [first] = all;
  const { timezone = "UTC", bucket = "day", buckets = [] } = first ?? {};
  const series = all.flatMap((chart) => chart.series);
  const points = buckets.map(({ start, end }, bucketIndex) => ({
    bucket: bucketName(locale, timezone, start, bucket),
    href: callsBehind(scope, { from: start, to: end }, filters),
    lineHrefs: Object.fromEntries(
      lines.flatMap((line) =>
        line.filters === undefined
          ? []
          : [[line.name, callsBehind(scope, { from: start, to: end }, { ...filters, ...line.filters })]],
      ),
    ),
    period: periodOf(timezone, bucket, { start, end }),
    values: Object.fromEntries(
      lines.map(({ name }, index) => [name, series[index]?.values[bucketIndex] ?? null]),
    ),
  }));
  return { lines: [...lines], points, previous: previousOf(previous, isStacked, points.length) };
}
