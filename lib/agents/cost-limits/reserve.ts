import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx, writeUnaudited } from "@/lib/platform/db";
import type { AgentCostLimits } from "./schema";

/**
 * The statement that reserves the cost of new calls, for the transaction that stores them, behind their rows. The transaction fails
 * with `cost_limit_reached` (429) if a limit leaves too little.
 */
export const requireCallCost = (
  { workspaceId, now }: Pick<Ctx, "workspaceId" | "now">,
  callIds: readonly string[],
) =>
  db
    .selectFrom("calls")
    .select(sql`require_call_cost(${workspaceId}, calls.id, ${now()}::timestamptz)`.as("reserved"))
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.id", "=", sql<string>`any(${[...callIds]}::text[])`);

/**
 * Raises the reservation of a running call to `amount`, a decimal. Returns false and changes nothing if that exceeds a limit of the
 * call, the agent or the workspace.
 */
export async function raiseCallCost(ctx: Ctx, callId: string, amount: string): Promise<boolean> {
  const [[row]] = await writeUnaudited(ctx, {
    run: [
      db.selectNoFrom(
        sql<
          string | null
        >`reserve_call_cost(${ctx.workspaceId}, ${callId}, ${ctx.now()}::timestamptz, ${amount}::numeric)`.as(
          "reached",
        ),
      ),
    ],
  });
  return row?.reached === null;
}

/**
 * The number of calls of an agent that can begin now; null without limits. The transaction then holds the lock of the workspace's
 * reservations, so that this many calls can be stored in it.
 */
export async function countAffordableCalls(
  tx: Tx,
  { workspaceId, now }: Pick<Ctx, "workspaceId" | "now">,
  agentId: string,
  limits: AgentCostLimits,
): Promise<number | null> {
  const row = await tx.first(
    db.selectNoFrom(
      sql<
        number | null
      >`count_affordable_calls(${workspaceId}, ${agentId}, ${JSON.stringify(limits)}::jsonb, ${now()}::timestamptz)`.as(
        "affordable",
      ),
    ),
  );
  return row?.affordable ?? null;
}
