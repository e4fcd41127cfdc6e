import type { Ctx } from "@/lib/platform/context";
import { listPage, type Page } from "@/lib/platform/db/page";
import {
  campaignOrNotFound,
  countsOf,
  selectCampaign,
  selectCampaigns,
  selectCounts,
  toCampaign,
} from "./campaign-row";
import type { Campaign, ListCampaigns } from "./schema";

/** Reads a campaign of the context's environment with its counts. Throws `not_found`. */
export async function readCampaign(ctx: Ctx, id: string): Promise<Campaign> {
  const [[row], counts] = await ctx.db.batch(selectCampaign(ctx, id), selectCounts(ctx, [id]));
  return toCampaign(campaignOrNotFound(row), countsOf(id, counts));
}

/** Lists campaigns of the context's environment, newest first. */
export async function listCampaigns(
  ctx: Ctx,
  { status, agent_id: agentId, ...page }: ListCampaigns,
): Promise<Page<Campaign>> {
  let query = selectCampaigns(ctx);
  if (status !== undefined) query = query.where("status", "=", status);
  if (agentId !== undefined) query = query.where("agent_id", "=", agentId);
  const { data, ...pageInfo } = await listPage(ctx, query, page);
  const ids = data.map(({ id }) => id);
  const counts = ids.length === 0 ? [] : await ctx.db.all(selectCounts(ctx, ids));
  return {
    ...pageInfo,
    data: data.map((row) => toCampaign(campaignOrNotFound(row), countsOf(row.id, counts))),
  };
}
