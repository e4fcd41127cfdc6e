import { z } from "zod";
import { USE_CURRENCY_CODE, USE_DATE, USE_NUMBER_PREFIX } from "@/lib/platform/reasons/fields/outreach";
import { id, Time } from "@/lib/platform/schema";

/** A list of all countries with some area codes; a call reads it in microseconds. */
const MAX_PREFIXES = 1_000;
/** The dearest numbers of satellites cost less, in any currency with at least the value of a hundredth of a euro. */
const MAX_PRICE = 1_000;
/** More than any installation spends or speaks in a day. */
const MAX_LIMIT = 10_000_000;
const MAX_CALLS = 1_000_000;

const Price = z.number().nonnegative().max(MAX_PRICE);

/** The price list of a trunk. */
export const TrunkPrices = z.strictObject({
  /** Currency of the prices and of the limits (ISO 4217). */
  currency: z.string().regex(/^[A-Z]{3}$/, USE_CURRENCY_CODE),
  /** Date of the carrier's price list, for people. */
  as_of: z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, USE_DATE),
  /** Price of a minute to numbers without a listed prefix. */
  default_per_minute: Price,
  /** Prices by the beginning of the called number. The longest prefix counts. */
  by_prefix: z
    .array(
      z.strictObject({
        /** Beginning of numbers in E.164, such as `+44` or `+447`. */
        prefix: z.string().regex(/^\+[1-9][0-9]{0,14}$/, USE_NUMBER_PREFIX),
        /** Price of a minute. */
        per_minute: Price,
      }),
    )
    .max(MAX_PREFIXES),
});
export type TrunkPrices = z.output<typeof TrunkPrices>;

/** Limits of the outbound calls of a SIP trunk. A limit that is reached stops further calls before they are placed. */
export const TrunkLimits = z.strictObject({
  /** Prices of the carrier; null to limit minutes instead of money. */
  prices: TrunkPrices.nullable(),
  /** Maximum for a day (UTC): money if there are prices, else minutes. Null: no limit. */
  per_day: z.number().positive().max(MAX_LIMIT).nullable(),
  /** Maximum for a clock hour: money if there are prices, else minutes. Null: no limit. */
  per_hour: z.number().positive().max(MAX_LIMIT).nullable(),
  /** Maximum calls to each country in a clock hour, beside the country of the number that calls. Null: no limit. */
  calls_per_country: z.int().min(1).max(MAX_CALLS).nullable(),
  /**
   * Percentage of failed calls, and calls of less than six seconds, among the calls of a clock hour, from which on no further
   * call is placed. It counts from twenty calls. Null: no limit.
   */
  failed_percent: z.int().min(1).max(100).nullable(),
});
export type TrunkLimits = z.output<typeof TrunkLimits>;

export const TrunkLimitsParams = z.strictObject({ id: id("int") });

const count = z.int().min(0);
/** A trunk's limits, and what its calls have used since the last lift. */
export const TrunkLimitsState = z.strictObject({
  integration_id: id("int"),
  /** The limits that count for the next call; those of every new trunk until an admin sets them. */
  limits: TrunkLimits,
  /** Use of the current hour and day since the last lift, including calls in progress. */
  usage: z.strictObject({
    /** Started minutes of the day. */
    day_minutes: count,
    /** Price of the day's minutes; zero without prices. */
    day_spend: z.number().nonnegative(),
    /** Started minutes of the clock hour. */
    hour_minutes: count,
    /** Price of the hour's minutes; zero without prices. */
    hour_spend: z.number().nonnegative(),
    /** Calls of the clock hour. */
    hour_calls: count,
    /** Failed and short calls of the clock hour. */
    hour_failed: count,
  }),
  /** Limit that stops the trunk's calls; null if none does. `country` never appears here, as it stops only some calls. */
  reached: z.enum(["day", "hour", "failures"]).nullable(),
  /** Time at which the limit ends automatically; null if none is reached. */
  until: Time.nullable(),
});
export type TrunkLimitsState = z.output<typeof TrunkLimitsState>;
