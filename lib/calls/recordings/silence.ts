import { FRAME_BYTES, FRAME_MS } from "./sound";

/** From and to, in milliseconds of the call. */
export type Range = readonly [number, number];

/** Where speech begins and ends is found to within less than this: the rest of a word must not be left standing. */
export const MARGIN_MS = 500;

/** Ranges with their margin, in order, those that touch as one. */
export function widened(ranges: readonly Range[]): Range[] {
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

/** Whether all of `ranges` lies within what was `silenced`; both are widened. */
export const covers = (silenced: readonly Range[], ranges: readonly Range[]): boolean =>
  ranges.every(([from, to]) => silenced.some(([begin, end]) => begin <= from && to <= end));

/** Takes the sound of both channels out of `pcm`, which begins at `atMs` of the call, wherever a range touches a frame. */
export function silence(pcm: Buffer, atMs: number, ranges: readonly Range[]): void {
  for (const [from, to] of ranges) {
    const first = Math.max(0, Math.floor((from - atMs) / FRAME_MS));
    const last = Math.ceil((to - atMs) / FRAME_MS);
    if (last > first) pcm.fill(0, first * FRAME_BYTES, Math.min(pcm.length, last * FRAME_BYTES));
  }
}
