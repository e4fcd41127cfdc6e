"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Requested } from "@/components/requested";
import type { Formatter, Translator } from "@/messages/translator";
import { clockTicks } from "./clock-ticks";
import { formatCount, formatDuration, formatLatency } from "./format-values";
import { CHART_HEIGHT_PX, type Plot } from "./plot";
import { PlotFrame } from "./plot-frame";
import type { Chart, Point } from "./points";
import { SingleValue } from "./single-value";
import { ValueTable } from "./value-table";

type Writers = { format: Formatter; tLatency: Translator<"common.latency"> };

/** Formats of a chart's numbers. */
const FORMATS = {
  count: ({ format }: Writers, value: number | null) => formatCount(format, value),
  duration: (_writers: Writers, value: number | null) => formatDuration(value),
  latency: ({ tLatency }: Writers, value: number | null) => formatLatency(tLatency, value),
} as const;
/** Ticks and domain of the axis of values; empty if the chart chooses them. */
type Axis = { ticks?: number[]; domain?: number[] };
type ValueFormat = keyof typeof FORMATS;

type Props = Chart & { title: string; kind: "bars" | "lines"; format: ValueFormat; empty: string };

const loadDrawing = async () => (await import("./chart-drawing")).ChartDrawing;

/** Round ticks for durations; other charts choose their own. */
function ticksOf({ format, points, previous }: Pick<Props, "format" | "points" | "previous">): Axis {
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
  return (
    <>
      <PlotFrame title={title} points={points} lines={lines} labels={labels} plot={plot}>
        {/* The height of the chart stays free until it is drawn. */}
        <div style={{ minHeight: CHART_HEIGHT_PX }}>
          <Requested
            load={loadDrawing}
            isNeeded
            props={{
              kind,
              lines,
              data,
              previousName: previous === null ? null : previousName,
              write,
              axis: ticksOf({ format, points, previous }),
              onPlot: setPlot,
            }}
          />
        </div>
      </PlotFrame>
      {table}
    </>
  );
}
