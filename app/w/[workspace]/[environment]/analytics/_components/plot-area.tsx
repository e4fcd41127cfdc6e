"use client";

import { useEffect } from "react";
import { usePlotArea } from "recharts";

/** The part of a chart between its axes, in pixels from the chart's corner. */
export type Plot = { x: number; y: number; width: number; height: number };

/** Within a chart: tells where its plot is. */
export function PlotArea({ onChange }: { onChange: (plot: Plot) => void }) {
  const { x, y, width, height } = usePlotArea() ?? {};
  useEffect(() => {
    if (x !== undefined && y !== undefined && width !== undefined && height !== undefined)
      onChange({ x, y, width, height });
  }, [x, y, width, height, onChange]);
  return null;
}

/** The point at a distance from the plot's left; the first or last one beyond its sides. */
export function pointAt({ width }: Plot, x: number, count: number): number {
  return Math.min(Math.max(Math.floor((x / width) * count), 0), count - 1);
}

export const isWithin = ({ x, y, width, height }: Plot, left: number, top: number): boolean =>
  left >= x && left <= x + width && top >= y && top <= y + height;
