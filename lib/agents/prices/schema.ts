import { z } from "zod";
import { PRICES_REPEATED } from "@/lib/platform/reasons/fields/agents";
import { nonBlankText, Revision, Time } from "@/lib/platform/schema";
import { PRICE_UNITS, PRICED_QUANTITIES, USAGE_UNITS } from "./values";

const MAX_NAME = 200;
/** Prices of one workspace. Each cost reads the whole list. */
const MAX_PRICES = 500;

const Currency = z.string().regex(/^[A-Z]{3}$/);
/** Up to a million with nine decimals: some tokens cost a few billionths. */
const PriceAmount = z.string().regex(/^\d{1,6}(?:\.\d{1,9})?$/);

/** A price of a provider. */
export const Price = z.strictObject({
  /**
   * Name of the provider as in the agent's configuration, before the colon: `deepgram`, or the name of a model integration. For
   * the telephone and texts: `carrier`.
   */
  provider: nonBlankText(MAX_NAME),
  /**
   * Name after the colon, or `*` for every model without a price for it alone. For `carrier`: `inbound` or `outbound`. For voices,
   * the name is that of the voice.
   */
  model: nonBlankText(MAX_NAME),
  /** Unit that the price is for. `input_tokens` are without `cached_input_tokens`. Minutes are started minutes. */
  unit: z.enum(PRICE_UNITS),
  /** Currency (ISO 4217), such as `EUR`. Amounts are never converted. */
  currency: Currency,
  /** Price of `per` units as a decimal, with up to nine decimals: `"0.15"`. */
  amount: PriceAmount,
  /** Number of units that `amount` is for: 1, 1000 or 1000000. */
  per: z.literal(PRICED_QUANTITIES),
  /** First day (UTC) on which the price is valid. It is valid until the day of the next price of the same unit. */
  valid_from: z.iso.date(),
});
export type Price = z.output<typeof Price>;

const keyOf = ({ provider, model, unit, valid_from: from }: Price): string =>
  JSON.stringify([provider, model, unit, from]);
const hasUniqueKeys = (prices: readonly Price[]): boolean =>
  new Set(prices.map(keyOf)).size === prices.length;

const Prices = z.array(Price).max(MAX_PRICES).refine(hasUniqueKeys, PRICES_REPEATED);

export const SetPriceList = z.strictObject({
  /** All prices. They replace the former ones, at most 500. */
  prices: Prices,
});
export type SetPriceList = z.output<typeof SetPriceList>;

/** The prices of a workspace. */
export const PriceList = z.strictObject({
  /** The prices, in the order in which they were set. Empty if none were set: then every cost is unknown. */
  prices: Prices,
  revision: Revision,
  /** Time of the last change; null if there was none. */
  changed_at: Time.nullable(),
});
export type PriceList = z.output<typeof PriceList>;

/** A sum in one currency. */
export const CostAmount = z.strictObject({
  /** Currency (ISO 4217). */
  currency: Currency,
  /** Exact amount as a decimal, with up to 15 decimals. */
  amount: z.string(),
});
export type CostAmount = z.output<typeof CostAmount>;

/** The cost of a call by the workspace's prices. */
export const CostSum = z.strictObject({
  /** Sum of the known costs, one for each currency. Empty if nothing was billed. */
  total: z.array(CostAmount),
  /** Whether `total` is the whole cost: every use was reported and has a price. */
  is_complete: z.boolean(),
});

/** The use of one provider in one unit, with its cost. */
export const CostLine = z.strictObject({
  /** Name of the provider as in the agent's configuration, or `carrier`. */
  provider: z.string(),
  /** Name of the model or voice; `inbound` or `outbound` for `carrier`. */
  model: z.string(),
  /**
   * Unit of the quantity. `unreported_requests`: requests to a model whose use the provider did not report, such as interrupted
   * answers. They have no price.
   */
  unit: z.enum(USAGE_UNITS),
  /** Number of units. */
  quantity: z.int().nonnegative(),
  /** Cost by the prices that were valid when the call began; null without a price. */
  cost: CostAmount.nullable(),
});
export type CostLine = z.output<typeof CostLine>;
