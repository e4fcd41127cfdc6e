import type { Series } from "@/lib/data/analytics/schema";
import { callsBehind, type Scope } from "./links";
import { bucketName } from "./time";

export type Line = { name: string; color: string };
/** One bucket: its name, the list of its calls, and a value of each line. */
export type Point = { bucket: string; href: string; values: Readonly<Record<string, number | null>> };

/** Colors with a contrast of at least 3:1 in both color schemes. */
const COLORS: Readonly<Record<string, string>> = {
  phone: "teal.6",
  web: "blue.6",
  sms: "orange.7",
  chat: "grape.6",
};
const OTHER = "gray.5";

type Chart = { lines: Line[]; points: Point[] };

/** The lines of series that are grouped by channel. */
export const channelLines = ({ series }: Series, nameOf: (channel: string) => string): Line[] =>
  series.map(({ group }) => ({ name: nameOf(group ?? "other"), color: COLORS[group ?? ""] ?? OTHER }));

/** Converts series to the points of a chart, with the lines in their order. */
export function toChart(
  all: readonly Series[],
  scope: Scope,
  filters: Readonly<Record<string, string>>,
  lines: readonly Line[],
): Chart {
  const [first] = all;
  const series = all.flatMap((chart) => chart.series);
  const points = (first?.buckets ?? []).map(({ start, end }, bucketIndex) => ({
    bucket: bucketName(first?.timezone ?? "UTC", start, first?.bucket ?? "day"),
    href: callsBehind(scope, { from: start, to: end }, filters),
    values: Object.fromEntries(
      lines.map(({ name }, index) => [name, series[index]?.values[bucketIndex] ?? null]),
    ),
  }));
  return { lines: [...lines], points };
}
