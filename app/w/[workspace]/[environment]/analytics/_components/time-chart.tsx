"use client";

import { BarChart, LineChart } from "@mantine/charts";
import { Anchor, Table } from "@mantine/core";
import { Link } from "@/components/link";
import { clockTicks } from "./clock-ticks";
import classes from "./figures.module.css";
import { count, long, wait } from "./words";

/** Format of a chart's numbers. */
const WRITTEN = { count, long, wait } as const;
export type ValueFormat = keyof typeof WRITTEN;

export type Line = { name: string; color: string };
/** One bucket: its name, where its calls are listed, and a value of each line. */
export type Point = { bucket: string; href: string; values: Readonly<Record<string, number | null>> };

type Props = {
  title: string;
  kind: "bars" | "lines";
  format: ValueFormat;
  lines: readonly Line[];
  points: readonly Point[];
};

const HEIGHT_PX = 240;
const MAX_BAR_PX = 28;

/** The same as a table, for who cannot see the chart or wants the number; each bucket leads to its calls. */
function AsTable({ title, format, lines, points }: Omit<Props, "kind">) {
  const write = WRITTEN[format];
  return (
    <details className={classes.table}>
      <summary>As a table</summary>
      <section className={classes.scroll} aria-label={`${title} as a table`} tabIndex={-1}>
        <Table fz="sm" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
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

/** Of lengths, marks that a clock shows as round; else the chart's own. */
function marksOf({ format, points }: Pick<Props, "format" | "points">) {
  if (format !== "long") return {};
  const all = points.flatMap(({ values }) => Object.values(values).map((value) => value ?? 0));
  const ticks = clockTicks(Math.max(0, ...all));
  return { ticks, domain: [0, ticks.at(-1) ?? 0] };
}

/** A figure over time: a picture, which assistive technology passes by, and the table of it. */
export function TimeChart({ title, kind, format, lines, points }: Props) {
  const write = WRITTEN[format];
  const shared = {
    h: HEIGHT_PX,
    data: points.map(({ bucket, values }) => ({ bucket, ...values })),
    dataKey: "bucket",
    series: [...lines],
    withLegend: true,
    legendProps: { verticalAlign: "bottom" as const },
    accessibilityLayer: false,
    tickLine: "none" as const,
    valueFormatter: (value: number) => write(value),
    yAxisProps: { width: 56, allowDecimals: false, ...marksOf({ format, points }) },
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
      <AsTable title={title} format={format} lines={lines} points={points} />
    </>
  );
}
