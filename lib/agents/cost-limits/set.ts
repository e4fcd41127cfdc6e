import { selectPriceList, toPriceList } from "@/lib/agents/prices";
import { type AuditView, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { bodyError, notFound } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import type { CostLimits, SetCostLimits } from "./schema";
import { costLimitsDocument, selectCostLimits, toCostLimits } from "./stored-limits";

const auditView = ({
  currency,
  per_day,
  per_month,
  reserve_per_call,
}: Omit<CostLimits, "revision">): AuditView => ({
  currency,
  per_day,
  per_month,
  reserve_per_call,
});

/**
 * Replaces the limits of what the workspace's calls may cost. They count for the next step of each call, with what was used before.
 * Throws 400 if no price has the currency, as nothing could reach the limits, and `precondition_failed`.
 */
export async function setCostLimits(
  ctx: Ctx,
  input: SetCostLimits,
  ifMatch: IfMatch = null,
): Promise<CostLimits> {
  const { workspaceId } = ctx;
  const select = selectCostLimits(workspaceId, ctx.now());
  const stored = { limits: json(costLimitsDocument.write(input)), changed_at: ctx.now() };
  return writeAudited(ctx, async (tx) => {
    const { prices } = toPriceList(await tx.first(selectPriceList(workspaceId).forNoKeyUpdate()));
    if (!prices.some(({ currency }) => currency === input.currency))
      throw bodyError("/currency", "currency_without_price");
    // The lock of the price list orders concurrent changes, also the first.
    const row = await tx.first(select);
    if (row === undefined) throw notFound();
    const before = toCostLimits(row);
    requireMatch(ifMatch, before, "cost_limits");
    await tx.all(
      db
        .insertInto("cost_limits")
        .values({ workspace_id: workspaceId, ...stored })
        .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet(stored)),
    );
    const changed = await tx.first(select);
    if (changed === undefined) throw notFound();
    const after = toCostLimits(changed);
    return {
      result: after,
      audit: {
        action: "cost_limits.changed",
        target: workspaceId,
        before: auditView(before),
        after: auditView(after),
      },
    };
  });
}
