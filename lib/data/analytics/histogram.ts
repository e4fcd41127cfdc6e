/** Counts per bucket of a histogram, by its upper bound in milliseconds; "more" is above the last bound. */
export type Histogram = ReadonlyMap<string, number>;

/** Adds to a histogram. */
export function addTo(histogram: Map<string, number>, label: string, count: number): void {
  histogram.set(label, (histogram.get(label) ?? 0) + count);
}

/**
 * Returns the bound of a quantile: the upper bound of its bucket, which is at most a third above the exact
 * value (`analytics_bound` in prisma/sql). Null for an empty histogram, or above the last bound.
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
