import { sql } from "kysely";
import type { UsageEntry } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";

/**
 * The statement that adds the cost of a judge's use to what the limits of today count: the calls that it judges can be of earlier days. A
 * run has a row for each of its days and currencies, so that midnight does not move the cost of yesterday. Changes nothing without a
 * price.
 */
export function chargeRun(
  ctx: Ctx,
  { id, agentId }: { id: string; agentId: string },
  usage: readonly UsageEntry[],
) {
  const { workspaceId } = ctx;
  const now = ctx.now();
  return db
    .insertInto("call_costs")
    .columns(["workspace_id", "call_id", "agent_id", "day", "currency", "amount", "is_reserved"])
    .expression(
      db
        .selectFrom("workspaces as w")
        .innerJoin(
          sql<{
            currency: string;
            amount: string;
          }>`(select t.item->>'currency' as currency, t.item->>'amount' as amount
            from jsonb_array_elements(cost_of_usage(${workspaceId}, ${json(usage)}::jsonb, (${now}::timestamptz at time zone 'UTC')::date)->'total')
              as t(item) where t.item->>'currency' = cost_currency(${workspaceId}))`.as("c"),
          (join) => join.onTrue(),
        )
        .select([
          "w.id",
          sql<string>`concat_ws('/', ${id}::text, (${now}::timestamptz at time zone w.timezone)::date, c.currency)`.as(
            "call_id",
          ),
          sql<string>`${agentId}::text`.as("agent_id"),
          sql<string>`(${now}::timestamptz at time zone w.timezone)::date`.as("day"),
          sql<string>`c.currency`.as("currency"),
          sql<string>`c.amount::numeric`.as("amount"),
          sql<boolean>`false`.as("is_reserved"),
        ])
        .where("w.id", "=", workspaceId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "call_id"])
        .doUpdateSet({ amount: sql`call_costs.amount + excluded.amount` }),
    );
}
