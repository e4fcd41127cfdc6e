"use client";

import { useEffect } from "react";
import { usePlotArea } from "recharts";
import type { Plot } from "./plot";

/** Within a chart: tells where its plot is. */
export function PlotArea({ onChange }: { onChange: (plot: Plot) => void }) {
  const { x, y, width, height } = usePlotArea() ?? {};
  useEffect(() => {
    if (x !== undefined && y !== undefined && width !== undefined && height !== undefined)
      onChange({ x, y, width, height });
  }, [x, y, width, height, onChange]);
  return null;
}
