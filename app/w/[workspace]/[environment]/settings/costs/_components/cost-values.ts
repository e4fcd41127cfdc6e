import type { CostLimits } from "@/lib/agents/cost-limits/schema";
import type { Price } from "@/lib/agents/prices/schema";

/** The inputs of the limits. An empty text is no limit. */
export type CostLimitValues = Record<"currency" | "per_day" | "per_month" | "reserve_per_call", string>;

const textOrNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

/** The inputs of stored limits. */
export const limitValuesOf = (limits: CostLimits): CostLimitValues => ({
  currency: limits.currency ?? "",
  per_day: limits.per_day ?? "",
  per_month: limits.per_month ?? "",
  reserve_per_call: limits.reserve_per_call,
});

/** The body of the request that sets the limits. */
export const limitBodyOf = (values: CostLimitValues) => ({
  currency: values.currency.trim(),
  per_day: textOrNull(values.per_day),
  per_month: textOrNull(values.per_month),
  reserve_per_call: values.reserve_per_call.trim(),
});

const SEPARATOR = ", ";

/** A price as a line: its provider can contain spaces, but no comma. */
const lineOf = (price: Price): string =>
  [price.provider, price.model, price.unit, price.currency, price.amount, price.per, price.valid_from].join(
    SEPARATOR,
  );

/** The prices as lines of text. */
export const priceLinesOf = (prices: readonly Price[]): string => prices.map(lineOf).join("\n");

/** The prices of lines. The schema of the body finds the mistakes. */
export const pricesOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [provider, model, unit, currency, amount, per, from] = line.split(",").map((part) => part.trim());
      return { provider, model, unit, currency, amount, per: Number(per), valid_from: from };
    });
