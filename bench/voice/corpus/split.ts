import { hashFraction } from "./random";

/** Thresholds are tuned on one half of the corpus; reports use only the other half. */
export const HALVES = ["tuning", "unseen"] as const;
export type Half = (typeof HALVES)[number];

/** The half of an item, fixed by its name. */
export const halfOf = (id: string): Half => (hashFraction(`half ${id}`) < 0.5 ? "tuning" : "unseen");

/** 95 % normal quantile. */
const Z = 1.96;

/** Wilson's 95 % interval of a share: `count` of `total`. */
export function wilsonInterval(count: number, total: number): { low: number; high: number } {
  if (total === 0) return { low: 0, high: 1 };
  const share = count / total;
  const z2 = (Z * Z) / total;
  const center = share + z2 / 2;
  const spread = Z * Math.sqrt((share * (1 - share)) / total + z2 / (4 * total));
  return { low: Math.max(0, (center - spread) / (1 + z2)), high: Math.min(1, (center + spread) / (1 + z2)) };
}
