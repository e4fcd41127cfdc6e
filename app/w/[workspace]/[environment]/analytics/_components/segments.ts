import type { Line } from "./points";

const SEGMENT = "chart-segments-";

/** The class of the bars of a line, by which a pressed segment is recognized. */
export const segmentClass = (lines: readonly Line[], name: string): string =>
  `${SEGMENT}${lines.findIndex((line) => line.name === name)}`;

/** The name of the line whose segment contains this element; null for an element outside the bars. */
export function segmentLineOf(lines: readonly Line[], target: Pick<Element, "closest">): string | null {
  const index = lines.findIndex((_line, n) => target.closest(`.${SEGMENT}${n}`) !== null);
  return lines[index]?.name ?? null;
}
