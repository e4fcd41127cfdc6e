/** How many lie in each bucket of a histogram, by its upper bound in milliseconds; "more" is behind the last bound. */
export type Histogram = ReadonlyMap<string, number>;

/** Adds to a histogram that is being made. */
export function addTo(histogram: Map<string, number>, label: string, count: number): void {
  histogram.set(label, (histogram.get(label) ?? 0) + count);
}

/**
 * A bound at or below which lies at least this share: the upper one of the bucket in which the quantile falls, so at
 * most a third above it (`analytics_bound` in the migrations). Null where there is nothing, or where it is behind the last bound.
 */
export function quantile(histogram: Histogram, share: number): number | null {
  const buckets = [...histogram].filter(([, count]) => count > 0);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  const bounds = buckets
    .map(([label, count]) => ({ bound: label === "more" ? Number.POSITIVE_INFINITY : Number(label), count }))
    .sort((a, b) => a.bound - b.bound);
  let before = 0;
  for (const { bound, count } of bounds) {
    before += count;
    if (before >= share * total) return Number.isFinite(bound) ? bound : null;
  }
  return null;
}
