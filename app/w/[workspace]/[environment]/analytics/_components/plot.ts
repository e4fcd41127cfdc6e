/** Height of a chart in pixels. */
export const CHART_HEIGHT_PX = 240;

/** The part of a chart between its axes, in pixels from the chart's corner. */
export type Plot = { x: number; y: number; width: number; height: number };

/** The point at a distance from the plot's left; the first or last one beyond its sides. */
export function pointAt({ width }: Plot, x: number, count: number): number {
  return Math.min(Math.max(Math.floor((x / width) * count), 0), count - 1);
}

export const isWithin = ({ x, y, width, height }: Plot, left: number, top: number): boolean =>
  left >= x && left <= x + width && top >= y && top <= y + height;
