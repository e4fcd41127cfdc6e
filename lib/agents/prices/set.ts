import { type AuditView, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import type { PriceList, SetPriceList } from "./schema";
import { pricesDocument, selectPriceList, toPriceList } from "./stored-prices";

/** The prices as the audit log stores them: each price is a line, as amounts are what an auditor looks for. */
const auditView = ({ prices }: Pick<PriceList, "prices">): AuditView => ({
  prices: prices.map((price) =>
    [price.provider, price.model, price.unit, price.currency, price.amount, price.per, price.valid_from].join(
      " ",
    ),
  ),
});

/**
 * Replaces the workspace's prices. The cost of earlier calls follows them too, by the prices that are valid on the day of the
 * call. Throws `precondition_failed`.
 */
export async function setPriceList(
  ctx: Ctx,
  { prices }: SetPriceList,
  ifMatch: IfMatch = null,
): Promise<PriceList> {
  const { workspaceId } = ctx;
  const stored = { prices: json(pricesDocument.write({ prices })), changed_at: ctx.now() };
  return writeAudited(ctx, async (tx) => {
    // The first change needs a row that concurrent changes can lock.
    await tx.all(
      db
        .insertInto("price_lists")
        .values({ workspace_id: workspaceId, prices: json(pricesDocument.write({ prices: [] })) })
        .onConflict((conflict) => conflict.column("workspace_id").doNothing()),
    );
    const before = toPriceList(await tx.first(selectPriceList(workspaceId).forNoKeyUpdate()));
    requireMatch(ifMatch, before, "price_list");
    const updated = await tx.first(
      db.updateTable("price_lists").set(stored).where("workspace_id", "=", workspaceId).returning("revision"),
    );
    return {
      result: { prices, revision: revisionOf(updated), changed_at: stored.changed_at },
      audit: {
        action: "price_list.changed",
        target: workspaceId,
        before: auditView(before),
        after: auditView({ prices }),
      },
    };
  });
}
