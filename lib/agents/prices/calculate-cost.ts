import { groupBy } from "@/lib/platform/group-by";
import { formatCost, multiplyPrice } from "./decimal";
import type { CostAmount, CostLine, Price } from "./schema";
import { ANY_MODEL, type UsageUnit } from "./values";

/** A measured use. `day`: the UTC day (`2026-11-28`) whose prices count. */
export type MeasuredUse = {
  provider: string;
  model: string;
  unit: UsageUnit;
  quantity: number;
  day: string;
};

/** A cost before it is formatted, in 10^-15 of the currency. */
type RawCost = { currency: string; femtos: bigint };
export type Priced<Use extends MeasuredUse> = Use & { cost: RawCost | null };
type PricedUse = Priced<MeasuredUse>;

/**
 * Finds the price of a use: that of its model if one is valid on the day, else that of every model of the provider. Of several,
 * the latest counts. Undefined without a price, so that a missing price is never taken for zero.
 */
function findPrice(latestFirst: readonly Price[], { provider, model, unit, day }: MeasuredUse) {
  const valid = latestFirst.filter(
    (price) => price.provider === provider && price.unit === unit && price.valid_from <= day,
  );
  return valid.find((price) => price.model === model) ?? valid.find((price) => price.model === ANY_MODEL);
}

/** Prices each use. */
export function priceUses<Use extends MeasuredUse>(
  prices: readonly Price[],
  uses: readonly Use[],
): Priced<Use>[] {
  const latestFirst = prices.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1));
  return uses.map((use) => {
    const price = findPrice(latestFirst, use);
    if (price === undefined) return { ...use, cost: null };
    const femtos = multiplyPrice(price.amount, price.per, use.quantity);
    return { ...use, cost: { currency: price.currency, femtos } };
  });
}

const toAmount = ({ currency, femtos }: RawCost): CostAmount => ({ currency, amount: formatCost(femtos) });

/** Sums costs by currency, in the order of the currencies' codes. Uses without a price are left out. */
export function sumCosts(uses: readonly PricedUse[]): CostAmount[] {
  const sums = new Map<string, bigint>();
  for (const { cost } of uses)
    if (cost !== null) sums.set(cost.currency, (sums.get(cost.currency) ?? 0n) + cost.femtos);
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, femtos]) => toAmount({ currency, femtos }));
}

/** Whether every use has a price. Without use, nothing is unknown. */
export const isCostComplete = (uses: readonly PricedUse[]): boolean =>
  uses.every(({ cost }) => cost !== null);

/** Groups uses of the same provider, model, unit and currency to lines. */
export function toCostLines(uses: readonly PricedUse[]): CostLine[] {
  const groups = groupBy(uses, ({ provider, model, unit, cost }) =>
    JSON.stringify([provider, model, unit, cost?.currency ?? null]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { provider, model, unit } = first;
    const quantity = group.reduce((sum, use) => sum + use.quantity, 0);
    return [{ provider, model, unit, quantity, cost: sumCosts(group)[0] ?? null }];
  });
}

/** The cost of uses in one currency, in 10^-15 of it. Uses without a price in that currency are left out. */
export const costIn = (prices: readonly Price[], uses: readonly MeasuredUse[], currency: string): bigint =>
  priceUses(prices, uses).reduce(
    (sum, { cost }) => (cost === null || cost.currency !== currency ? sum : sum + cost.femtos),
    0n,
  );
