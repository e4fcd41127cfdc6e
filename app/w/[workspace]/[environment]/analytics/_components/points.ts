import { channelName } from "@/components/words";
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

/** Converts series to the points of a chart. `named`: the lines in their order; by default a line for each channel. */
export function toChart(
  all: readonly Series[],
  scope: Scope,
  filters: Readonly<Record<string, string>>,
  named?: readonly Line[],
): Chart {
  const [first] = all;
  const series = all.flatMap((chart) => chart.series);
  const lines =
    named ??
    series.map(({ group }) => ({ name: channelName(group ?? "other"), color: COLORS[group ?? ""] ?? OTHER }));
  const points = (first?.buckets ?? []).map(({ start, end }, bucketIndex) => ({
    bucket: bucketName(first?.timezone ?? "UTC", start, first?.bucket ?? "day"),
    href: callsBehind(scope, { from: start, to: end }, filters),
    values: Object.fromEntries(
      lines.map(({ name }, index) => [name, series[index]?.values[bucketIndex] ?? null]),
    ),
  }));
  return { lines: [...lines], points };
}
