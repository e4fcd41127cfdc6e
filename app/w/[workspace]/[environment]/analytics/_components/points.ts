import { channelName } from "@/components/words";
import type { Series } from "@/lib/data/analytics/schema";
import { callsBehind, type Scope } from "./links";
import { bucketName } from "./time";
import type { Line, Point } from "./time-chart";

/** Told apart in both schemes, three to one against either ground. */
const COLORS: Readonly<Record<string, string>> = {
  phone: "teal.6",
  web: "blue.6",
  sms: "orange.7",
  chat: "grape.6",
};
const OTHER = "gray.5";

type Drawn = { lines: Line[]; points: Point[] };

/** One or several figures over time, for a chart. `named`: the lines' names in order; else they are channels. */
export function toChart(
  all: readonly Series[],
  scope: Scope,
  filters: Readonly<Record<string, string>>,
  named?: readonly Line[],
): Drawn {
  const [first] = all;
  const series = all.flatMap((chart) => chart.series);
  const lines =
    named ??
    series.map(({ group }) => ({ name: channelName(group ?? "other"), color: COLORS[group ?? ""] ?? OTHER }));
  const points = (first?.buckets ?? []).map(({ start, end }, n) => ({
    bucket: bucketName(first?.timezone ?? "UTC", start, first?.bucket ?? "day"),
    href: callsBehind(scope, { from: start, to: end }, filters),
    values: Object.fromEntries(lines.map(({ name }, at) => [name, series[at]?.values[n] ?? null])),
  }));
  return { lines: [...lines], points };
}
