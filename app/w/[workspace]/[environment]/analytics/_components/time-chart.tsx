"use client";

import { BarChart, LineChart } from "@mantine/charts";
import { Anchor, Table } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Link } from "@/components/link";
import type { Formatter } from "@/messages/translator";
import { clockTicks } from "./clock-ticks";
import classes from "./figures.module.css";
import { formatCount, formatDuration, formatLatency } from "./format-values";
import type { Line, Point } from "./points";
import { SingleValue } from "./single-value";

/** Formats of a chart's numbers. */
const FORMATS = {
  count: formatCount,
  duration: (_format: Formatter, value: number | null) => formatDuration(value),
  latency: formatLatency,
} as const;
type ValueFormat = keyof typeof FORMATS;

type Props = {
  title: string;
  kind: "bars" | "lines";
  format: ValueFormat;
  lines: readonly Line[];
  points: readonly Point[];
};
type TableProps = Omit<Props, "kind" | "format"> & { write: (value: number | null) => string };

const HEIGHT_PX = 240;
const MAX_BAR_PX = 28;

/** The chart's values as a table, for screen readers and exact numbers. Each bucket links to its calls. */
function ValueTable({ title, write, lines, points }: TableProps) {
  const t = useTranslations("analytics.chart");
  return (
    <details className={classes.table}>
      <summary>{t("table")}</summary>
      <section className={classes.scroll} aria-label={t("tableLabel", { title })} tabIndex={-1}>
        <Table fz="sm" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("period")}</Table.Th>
              {lines.map(({ name }) => (
                <Table.Th key={name} ta="right">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {points.map(({ bucket, href, values }) => (
              <Table.Tr key={href}>
                <Table.Td>
                  <Anchor component={Link} href={href} size="sm" prefetch={false}>
                    {bucket}
                  </Anchor>
                </Table.Td>
                {lines.map(({ name }) => (
                  <Table.Td key={name} ta="right">
                    {write(values[name] ?? null)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}

/** Round ticks for durations; other charts choose their own. */
function ticksOf({ format, points }: Pick<Props, "format" | "points">) {
  if (format !== "duration") return {};
  const values = points.flatMap((point) => Object.values(point.values).map((value) => value ?? 0));
  const ticks = clockTicks(Math.max(0, ...values));
  return { ticks, domain: [0, ticks.at(-1) ?? 0] };
}

const hasValue = ({ values }: Point): boolean => Object.values(values).some(Boolean);

/** Values over time: a chart that screen readers skip, or the value itself if there is only one, and their table. */
export function TimeChart({ title, kind, format, lines, points }: Props) {
  const formatter = useFormatter();
  const write = (value: number | null) => FORMATS[format](formatter, value);
  const nonEmpty = points.filter(hasValue);
  const table = <ValueTable title={title} write={write} lines={lines} points={points} />;
  if (nonEmpty.length <= 1)
    return (
      <>
        <SingleValue lines={lines} point={nonEmpty[0]} write={write} />
        {nonEmpty.length === 1 && table}
      </>
    );
  const shared = {
    h: HEIGHT_PX,
    data: points.map(({ bucket, values }) => ({ bucket, ...values })),
    dataKey: "bucket",
    series: [...lines],
    withLegend: true,
    legendProps: { verticalAlign: "bottom" as const },
    accessibilityLayer: false,
    tickLine: "none" as const,
    valueFormatter: write,
    yAxisProps: { width: 56, allowDecimals: false, ...ticksOf({ format, points }) },
    xAxisProps: { minTickGap: 24 },
  };
  return (
    <>
      <div aria-hidden>
        {kind === "bars" ? (
          <BarChart {...shared} type="stacked" maxBarWidth={MAX_BAR_PX} />
        ) : (
          <LineChart {...shared} curveType="linear" connectNulls={false} dotProps={{ r: 3 }} />
        )}
      </div>
      {table}
    </>
  );
}
