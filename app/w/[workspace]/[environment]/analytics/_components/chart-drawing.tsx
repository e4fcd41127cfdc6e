"use client";

import { BarChart, LineChart } from "@mantine/charts";
import { Line as RechartsLine } from "recharts";
import { CHART_HEIGHT_PX, type Plot } from "./plot";
import { PlotArea } from "./plot-area";
import type { Chart } from "./points";
import { segmentClass } from "./segments";

const MAX_BAR_PX = 28;
const PREVIOUS_DASHES = "4 4";
const PREVIOUS_COLOR = "var(--mantine-color-dimmed)";

type Props = {
  kind: "bars" | "lines";
  lines: Chart["lines"];
  /** The values of each point by the name of their line. */
  data: Record<string, string | number | null>[];
  /** The name of the line of the period before; null without a comparison. */
  previousName: string | null;
  write: (value: number | null) => string;
  /** Ticks and domain of the axis of values; empty if the chart chooses them. */
  axis: { ticks?: number[]; domain?: number[] };
  onPlot: (plot: Plot) => void;
};

/** Bars or lines over time. A separate module, because the library of charts is loaded after the page. */
export function ChartDrawing({ kind, lines, data, previousName, write, axis, onPlot }: Props) {
  const shared = {
    h: CHART_HEIGHT_PX,
    data,
    dataKey: "bucket",
    withLegend: true,
    legendProps: { verticalAlign: "bottom" as const },
    accessibilityLayer: false,
    tickLine: "none" as const,
    valueFormatter: write,
    yAxisProps: { width: 56, allowDecimals: false, ...axis },
    // Each point has a column of the same width, which its link covers.
    xAxisProps: { minTickGap: 24, scale: "band" as const },
  };
  const plotArea = <PlotArea onChange={onPlot} />;
  if (kind === "bars")
    return (
      <BarChart
        {...shared}
        series={lines}
        type="stacked"
        maxBarWidth={MAX_BAR_PX}
        barProps={({ name }) => ({ className: segmentClass(lines, name) })}
      >
        {previousName !== null && (
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
    );
  const previousLine = { color: PREVIOUS_COLOR, strokeDasharray: PREVIOUS_DASHES };
  return (
    <LineChart
      {...shared}
      series={previousName === null ? lines : [...lines, { name: previousName, ...previousLine }]}
      curveType="linear"
      connectNulls={false}
      dotProps={{ r: 3 }}
      lineProps={({ name }) => (name === previousName ? { dot: false } : {})}
    >
      {plotArea}
    </LineChart>
  );
}
