import { env } from "@/lib/platform/env";

const SECOND = 1_000;
const MINUTE_MS = 60 * SECOND;
/** Precision of money: a hundredth of a cent, as a call costs less than a cent. */
const ROUNDING = 10_000;

const round = (value: number): number => Math.round(value * ROUNDING) / ROUNDING;

/** Minutes with two decimals. */
export const minutesOf = (ms: number): number => Math.round((ms / MINUTE_MS) * 100) / 100;

/** Usage of a provider; `name` is `part:provider`. */
export type ProviderUse = { name: string; calls: number; ms: number; turns: number };

/** Its cost by the operator's prices (PROVIDER_PRICES); null without a price. */
export function costOf({ name, calls, ms, turns }: ProviderUse): number | null {
  const price = env.PROVIDER_PRICES?.prices[name];
  if (price === undefined) return null;
  const { per_minute = 0, per_turn = 0, per_call = 0 } = price;
  return round((ms / MINUTE_MS) * per_minute + turns * per_turn + calls * per_call);
}

/** The sum of known costs; null if none is known. */
export function sumOf(costs: readonly (number | null)[]): number | null {
  const knownCosts = costs.filter((cost) => cost !== null);
  return knownCosts.length === 0 ? null : round(knownCosts.reduce((sum, cost) => sum + cost, 0));
}

export const currency = (): string | null => env.PROVIDER_PRICES?.currency ?? null;
