import { FRAME_BYTES, FRAME_MS } from "./audio-format";

/** Start and end, in milliseconds of the call. */
export type Range = readonly [number, number];

/**
 * The start and end of speech are known to within less than this margin, so that no part of a word remains.
 */
export const MARGIN_MS = 500;

/** Adds the margin to the ranges, sorts them and merges adjacent ones. */
export function widenRanges(ranges: readonly Range[]): Range[] {
  const all = ranges
    .map(([from, to]): Range => [Math.max(0, from - MARGIN_MS), to + MARGIN_MS])
    .sort(([a], [b]) => a - b);
  const joined: Range[] = [];
  for (const [from, to] of all) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

/** Whether `silenced` contains all of `ranges`; both are widened. */
export const covers = (silenced: readonly Range[], ranges: readonly Range[]): boolean =>
  ranges.every(([from, to]) => silenced.some(([begin, end]) => begin <= from && to <= end));

/**
 * Silences both channels of `pcm`, which begins at `atMs` of the call, in every frame that a range touches.
 */
export function silence(pcm: Buffer, atMs: number, ranges: readonly Range[]): void {
  for (const [from, to] of ranges) {
    const first = Math.max(0, Math.floor((from - atMs) / FRAME_MS));
    const last = Math.ceil((to - atMs) / FRAME_MS);
    if (last > first) pcm.fill(0, first * FRAME_BYTES, Math.min(pcm.length, last * FRAME_BYTES));
  }
}
