import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { readOutboundRoutes } from "./read-outbound-routes";
import { type OutboundRoute, TrunkOrder } from "./schema";
import { selectOutboundRoute } from "./select-outbound-route";

/** Finds the outbound route of a number in E.164; undefined without one. */
export async function findOutboundRoute(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  to: string,
): Promise<OutboundRoute | undefined> {
  const { routes } = await readOutboundRoutes(ctx);
  return selectOutboundRoute(routes, to);
}

/** Selects the trunks of the campaign that an attempt belongs to. */
const selectCampaignTrunks = (workspaceId: string, key: string) =>
  db
    .selectFrom("attempts as a")
    .innerJoin("campaigns as c", (join) =>
      join.onRef("c.workspace_id", "=", "a.workspace_id").onRef("c.id", "=", "a.campaign_id"),
    )
    .select("c.trunk_ids")
    .where("a.workspace_id", "=", workspaceId)
    .where("a.key", "=", key);

/**
 * Reads the trunks of an attempt, in the order in which they are tried: those of its campaign, else those of the workspace's route
 * with the longest prefix of the called number (E.164). Null if neither exists: then the number that calls decides.
 */
export async function readTrunkOrder(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  { key, to }: { key: string; to: string },
): Promise<TrunkOrder | null> {
  const row = await ctx.db.first(selectCampaignTrunks(ctx.workspaceId, key));
  if (row?.trunk_ids != null) return TrunkOrder.parse(row.trunk_ids);
  return (await findOutboundRoute(ctx, to))?.trunk_ids ?? null;
}
