import type { Ctx } from "@/lib/platform/context";
import { listPage, type Page } from "@/lib/platform/db/page";
import { countsOf, foundCampaign, selectCampaign, selectCampaigns, selectCounts, toCampaign } from "./row";
import type { Campaign, ListCampaigns } from "./schema";

/** A campaign of the context's environment with its counts. Throws `not_found`. */
export async function readCampaign(ctx: Ctx, id: string): Promise<Campaign> {
  const [[row], counts] = await ctx.db.batch(selectCampaign(ctx, id), selectCounts(ctx, [id]));
  return toCampaign(foundCampaign(row), countsOf(id, counts));
}

/** Campaigns of the context's environment, newest first. */
export async function listCampaigns(
  ctx: Ctx,
  { status, agent_id: agentId, ...page }: ListCampaigns,
): Promise<Page<Campaign>> {
  let some = selectCampaigns(ctx);
  if (status !== undefined) some = some.where("status", "=", status);
  if (agentId !== undefined) some = some.where("agent_id", "=", agentId);
  const { data, ...rest } = await listPage(ctx, some, page);
  const ids = data.map(({ id }) => id);
  const counts = ids.length === 0 ? [] : await ctx.db.all(selectCounts(ctx, ids));
  return { ...rest, data: data.map((row) => toCampaign(foundCampaign(row), countsOf(row.id, counts))) };
}
