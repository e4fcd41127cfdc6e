"use client";

import { BarChart, LineChart } from "@mantine/charts";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Line as RechartsLine } from "recharts";
import type { Formatter, Translator } from "@/messages/translator";
import { clockTicks } from "./clock-ticks";
import { formatCount, formatDuration, formatLatency } from "./format-values";
import { type Plot, PlotArea } from "./plot-area";
import { PlotFrame } from "./plot-frame";
import type { Chart, Point } from "./points";
import { segmentClass } from "./segments";
import { SingleValue } from "./single-value";
import { ValueTable } from "./value-table";

type Writers = { format: Formatter; tLatency: Translator<"common.latency"> };

/** Formats of a chart's numbers. */
const FORMATS = {
  count: ({ format }: Writers, value: number | null) => formatCount(format, value),
  duration: (_writers: Writers, value: number | null) => formatDuration(value),
  latency: ({ tLatency }: Writers, value: number | null) => formatLatency(tLatency, value),
} as const;
type ValueFormat = keyof typeof FORMATS;

type Props = Chart & { title: string; kind: "bars" | "lines"; format: ValueFormat; empty: string };

const HEIGHT_PX = 240;
const MAX_BAR_PX = 28;
const PREVIOUS_DASHES = "4 4";
const PREVIOUS_COLOR = "var(--mantine-color-dimmed)";

/** Round ticks for durations; other charts choose their own. */
function ticksOf({ format, points, previous }: Pick<Props, "format" | "points" | "previous">) {
  if (format !== "duration") return {};
  const values = points.flatMap((point) => Object.values(point.values));
  const ticks = clockTicks(Math.max(0, ...[...values, ...(previous ?? [])].map((value) => value ?? 0)));
  return { ticks, domain: [0, ticks.at(-1) ?? 0] };
}

const hasValue = ({ values }: Point): boolean => Object.values(values).some(Boolean);

/** Values over time: a chart with a link for each point, or the value itself if there is only one, and their table. */
export function TimeChart({ title, kind, format, lines, points, previous, empty }: Props) {
  const t = useTranslations("analytics.chart");
  const tLatency = useTranslations("common.latency");
  const formatter = useFormatter();
  const [plot, setPlot] = useState<Plot | null>(null);
  const previousName = t("previous");
  const write = (value: number | null) => FORMATS[format]({ format: formatter, tLatency }, value);
  const names = [...lines.map(({ name }) => name), ...(previous === null ? [] : [previousName])];
  const data = points.map(({ bucket, values }, index) => ({
    bucket,
    ...values,
    ...(previous !== null && { [previousName]: previous[index] ?? null }),
  }));
  const readValue = (index: number, name: string): number | null =>
    name === previousName ? (previous?.[index] ?? null) : (points[index]?.values[name] ?? null);
  const nonEmpty = points.filter(hasValue);
  const table = (
    <ValueTable
      title={title}
      heads={[t("period"), ...names]}
      rows={points.map(({ bucket, href, lineHrefs }, index) => ({
        key: href,
        label: bucket,
        href,
        cells: names.map((name) => ({ text: write(readValue(index, name)), href: lineHrefs[name] })),
      }))}
    />
  );
  if (nonEmpty.length <= 1)
    return (
      <>
        <SingleValue lines={lines} point={nonEmpty[0]} write={write} empty={empty} />
        {nonEmpty.length === 1 && table}
      </>
    );
  const labels = points.map(({ bucket }, index) => {
    const values = names.map((name) => t("value", { name, value: write(readValue(index, name)) }));
    return t("point", { bucket, values: formatter.list(values, { type: "unit" }) });
  });
  const shared = {
    h: HEIGHT_PX,
    data,
    dataKey: "bucket",
    withLegend: true,
    legendProps: { verticalAlign: "bottom" as const },
    accessibilityLayer: false,
    tickLine: "none" as const,
    valueFormatter: write,
    yAxisProps: { width: 56, allowDecimals: false, ...ticksOf({ format, points, previous }) },
    // Each point has a column of the same width, which its link covers.
    xAxisProps: { minTickGap: 24, scale: "band" as const },
  };
  const previousLine = { name: previousName, color: PREVIOUS_COLOR, strokeDasharray: PREVIOUS_DASHES };
  const plotArea = <PlotArea onChange={setPlot} />;
  return (
    <>
      <PlotFrame title={title} points={points} lines={lines} labels={labels} plot={plot}>
        {kind === "bars" ? (
          <BarChart
            {...shared}
            series={lines}
            type="stacked"
            maxBarWidth={MAX_BAR_PX}
            barProps={({ name }) => ({ className: segmentClass(lines, name) })}
          >
            {previous !== null && (
              <RechartsLine
                name={previousName}
                dataKey={previousName}
                stroke={PREVIOUS_COLOR}
                strokeDasharray={PREVIOUS_DASHES}
                strokeWidth={2}
                dot={false}
                activeDot={false}
                isAnimationActive={false}
              />
            )}
            {plotArea}
          </BarChart>
        ) : (
          <LineChart
            {...shared}
            series={previous === null ? lines : [...lines, previousLine]}
            curveType="linear"
            connectNulls={false}
            dotProps={{ r: 3 }}
            lineProps={({ name }) => (name === previousName ? { dot: false } : {})}
          >
            {plotArea}
          </LineChart>
        )}
      </PlotFrame>
      {table}
    </>
  );
}
