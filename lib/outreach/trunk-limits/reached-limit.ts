import type { TrunkLimits, TrunkPrices } from "./schema";

/**
 * Limits of a trunk whose admin has set none: ten lines that talk for a whole hour, five hours of that in a day, and a call
 * each minute to another country. A stolen key meets them in the first hour.
 */
export const DEFAULT_LIMITS: TrunkLimits = {
  prices: null,
  per_day: 3_000,
  per_hour: 600,
  calls_per_country: 60,
  failed_percent: null,
};

/** Prices are stored in millionths of the currency, so that sums are exact. */
export const MICROS = 1_000_000;
/** Fewer calls say nothing about their share of failures. */
const MIN_CALLS_FOR_SHARE = 20;
/** Share of a limit from which on admins are warned. */
const WARNING_SHARE = 0.8;

/** Use of a trunk in the current day and hour, with its calls in progress. Spend is in millionths of the currency. */
export type TrunkUsage = {
  dayMinutes: number;
  daySpend: number;
  hourMinutes: number;
  hourSpend: number;
  hourCalls: number;
  hourFailed: number;
  /** Calls of the hour to the country of the next call. */
  countryCalls: number;
  /** RFC 3339 times at which the hour and the day end. */
  hourEnd: string;
  dayEnd: string;
};

/** The next call: the price of a minute in millionths, and whether it leaves the country of the number that calls. */
export type NextCall = { minutePrice: number; isForeign: boolean };

export type LimitKind = "day" | "hour" | "country" | "failures";
/** A limit that is reached. `until`: when it ends automatically. */
export type ReachedLimit = { kind: LimitKind; until: string };

/** The price of a minute to a number in E.164, in millionths. The longest prefix counts. Zero without prices. */
export function minutePriceOf(prices: TrunkPrices | null, to: string): number {
  if (prices === null) return 0;
  let [length, price] = [0, prices.default_per_minute];
  for (const { prefix, per_minute } of prices.by_prefix)
    if (prefix.length > length && to.startsWith(prefix)) [length, price] = [prefix.length, per_minute];
  return Math.round(price * MICROS);
}

type Measure = { kind: "day" | "hour"; used: number; max: number | null; until: string };

/** Use including the first minute of the next call, beside its limit. */
function measuresOf(
  { prices, per_day, per_hour }: TrunkLimits,
  usage: TrunkUsage,
  next: NextCall,
): Measure[] {
  const day = prices === null ? usage.dayMinutes + 1 : (usage.daySpend + next.minutePrice) / MICROS;
  const hour = prices === null ? usage.hourMinutes + 1 : (usage.hourSpend + next.minutePrice) / MICROS;
  return [
    { kind: "day", used: day, max: per_day, until: usage.dayEnd },
    { kind: "hour", used: hour, max: per_hour, until: usage.hourEnd },
  ];
}

/** The limit that forbids a next call, or null. Of several, the one that ends last. */
export function findReachedLimit(
  limits: TrunkLimits,
  usage: TrunkUsage,
  next: NextCall,
): ReachedLimit | null {
  const exceeded = measuresOf(limits, usage, next).find(({ used, max }) => max !== null && used > max);
  if (exceeded !== undefined) return { kind: exceeded.kind, until: exceeded.until };
  const { hourCalls, hourFailed, countryCalls, hourEnd: until } = usage;
  const isFailing =
    limits.failed_percent !== null &&
    hourCalls >= MIN_CALLS_FOR_SHARE &&
    hourFailed * 100 >= limits.failed_percent * hourCalls;
  if (isFailing) return { kind: "failures", until };
  const { calls_per_country: max } = limits;
  return next.isForeign && max !== null && countryCalls >= max ? { kind: "country", until } : null;
}

/** The limits of money or minutes that a next call brings to 80 % or more, and does not exceed. */
export const findNearLimits = (limits: TrunkLimits, usage: TrunkUsage, next: NextCall): ReachedLimit[] =>
  measuresOf(limits, usage, next)
    .filter(({ used, max }) => max !== null && used >= max * WARNING_SHARE && used <= max)
    .map(({ kind, until }) => ({ kind, until }));
