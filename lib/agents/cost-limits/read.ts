import type { Ctx } from "@/lib/platform/context";
import { notFound } from "@/lib/platform/errors";
import type { CostLimits } from "./schema";
import { selectCostLimits, toCostLimits } from "./stored-limits";

/** Reads what the workspace's calls may cost and have cost. */
export async function readCostLimits(ctx: Ctx): Promise<CostLimits> {
  const row = await ctx.db.first(selectCostLimits(ctx.workspaceId, ctx.now()));
  if (row === undefined) throw notFound();
  return toCostLimits(row);
}
