import { env } from "@/lib/platform/env";

const SECOND = 1_000;
const MINUTE_MS = 60 * SECOND;
/** Money is shown to the hundredth of a cent: a call costs less than a cent. */
const ROUNDING = 10_000;

const round = (value: number): number => Math.round(value * ROUNDING) / ROUNDING;

/** Minutes to the hundredth. */
export const minutesOf = (ms: number): number => Math.round((ms / MINUTE_MS) * 100) / 100;

/** What of a provider was used; `name` is `part:provider`. */
export type Used = { name: string; calls: number; ms: number; turns: number };

/** What it cost by the operator's prices (PROVIDER_PRICES); null where there is none of this provider. */
export function costOf({ name, calls, ms, turns }: Used): number | null {
  const price = env.PROVIDER_PRICES?.prices[name];
  if (price === undefined) return null;
  const { per_minute = 0, per_turn = 0, per_call = 0 } = price;
  return round((ms / MINUTE_MS) * per_minute + turns * per_turn + calls * per_call);
}

/** The sum of what has a price; null where nothing has. */
export function sumOf(costs: readonly (number | null)[]): number | null {
  const known = costs.filter((cost) => cost !== null);
  return known.length === 0 ? null : round(known.reduce((sum, cost) => sum + cost, 0));
}

export const currency = (): string | null => env.PROVIDER_PRICES?.currency ?? null;
