import { priceUses, selectPriceList, toPriceList } from "@/lib/agents/prices";
import type { Ctx } from "@/lib/platform/context";
import { type ComparedSplit, MAX_PRICED_USES, selectCosts, selectUses } from "./statements";

/** Costs have 15 decimals (lib/agents/prices). */
const FEMTOS = 1e15;

type ArmCost = { average: number; contacts: number; mean: number; variance: number };
export type SplitCosts = { currency: string; live: ArmCost | null; candidate: ArmCost | null };

/**
 * Reads the average costs of both versions by the workspace's price list. Null if no use has a price, if prices have several
 * currencies, which cannot be compared, or if there are more prices than are read.
 */
export async function readSplitCosts(ctx: Ctx, split: ComparedSplit): Promise<SplitCosts | null> {
  const [uses, [list]] = await ctx.db.batch(selectUses(split), selectPriceList(ctx.workspaceId));
  if (uses.length > MAX_PRICED_USES) return null;
  const priced = priceUses(
    toPriceList(list).prices,
    uses.map((use) => ({ ...use, quantity: 1 })),
  );
  const unitCosts = priced.flatMap(({ provider, model, unit, day, cost }) =>
    cost === null
      ? []
      : [{ provider, model, unit, day, currency: cost.currency, cost: Number(cost.femtos) / FEMTOS }],
  );
  const [currency, ...further] = new Set(unitCosts.map((cost) => cost.currency));
  if (currency === undefined || further.length > 0) return null;
  const rows = await ctx.db.all(
    selectCosts(
      split,
      unitCosts.map(({ currency: _, ...cost }) => cost),
    ),
  );
  const armOf = (isCandidate: boolean): ArmCost | null => {
    const row = rows.find(({ is_candidate }) => is_candidate === isCandidate);
    if (row === undefined || row.average === null) return null;
    return { average: row.average, contacts: row.contacts, mean: row.mean ?? 0, variance: row.variance ?? 0 };
  };
  return { currency, live: armOf(false), candidate: armOf(true) };
}
