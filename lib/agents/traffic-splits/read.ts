import { readAgentRow } from "@/lib/agents/agents";
import type { Ctx } from "@/lib/platform/context";
import { listPage, type Order, type Page, type PageQuery } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { selectCurrentSplit, selectSplits, toTrafficSplit } from "./row";
import type { TrafficSplit } from "./schema";

/** Reads the running traffic split of an agent, else the latest one. Throws `not_found` for an agent without any. */
export async function readTrafficSplit(ctx: Ctx, agentId: string): Promise<TrafficSplit> {
  const agent = await readAgentRow(ctx, agentId);
  const split = await ctx.db.first(selectCurrentSplit(ctx.workspaceId, agent));
  if (split === undefined) throw notFound();
  return toTrafficSplit(split, agent);
}

const BY_START: Order = { column: "started_at", kind: "time", direction: "desc" };

/** Lists the traffic splits of an agent, newest first. Throws `not_found`. */
export async function listTrafficSplits(
  ctx: Ctx,
  agentId: string,
  page: PageQuery,
): Promise<Page<TrafficSplit>> {
  const agent = await readAgentRow(ctx, agentId);
  const { data, ...pageInfo } = await listPage(ctx, selectSplits(ctx.workspaceId, agentId), page, BY_START);
  return { ...pageInfo, data: data.map((split) => toTrafficSplit(split, agent)) };
}
