import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { listPage, type Page } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { openCases, selectSuite, selectSuites, toSuite, toSuiteItem } from "./row";
import type { ListSuites, Suite, SuiteItem } from "./schema";

/** Lists suites without their cases, newest first. */
export async function listSuites(
  ctx: Ctx,
  { agent_id: agentId, ...query }: ListSuites,
): Promise<Page<SuiteItem>> {
  const all = selectSuites(ctx.workspaceId);
  const { data, ...page } = await listPage(
    ctx,
    agentId === undefined ? all : all.where("agent_id", "=", agentId),
    query,
  );
  return { ...page, data: data.map(toSuiteItem) };
}

/** Reads a suite. Throws `not_found`. */
export async function readSuite(ctx: Ctx, id: string): Promise<Suite> {
  const row = await ctx.db.first(selectSuite(ctx.workspaceId, id));
  if (row === undefined) throw notFound();
  return toSuite(row, openCases(await workspaceSealer(ctx.workspaceId), row));
}
