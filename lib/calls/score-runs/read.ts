import { readAgent } from "@/lib/agents/agents";
import type { Ctx } from "@/lib/platform/context";
import { listPage, type Page } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { type ScoreRunRow, selectScoreRuns, toScoreRun } from "./row";
import type { ListScoreRuns, ScoreRun } from "./schema";

/** Reads a run of an agent. Throws `not_found`. */
export async function readScoreRun(ctx: Ctx, agentId: string, id: string): Promise<ScoreRun> {
  const row = await ctx.db.first(
    selectScoreRuns(ctx.workspaceId).where("agent_id", "=", agentId).where("id", "=", id),
  );
  if (row === undefined) throw notFound();
  return toScoreRun(row as ScoreRunRow);
}

/** Lists the runs of an agent, newest first. Throws `not_found` for an unknown agent. */
export async function listScoreRuns(
  ctx: Ctx,
  agentRef: string,
  page: ListScoreRuns,
): Promise<Page<ScoreRun>> {
  const { id } = await readAgent(ctx, agentRef);
  const { data, ...pageInfo } = await listPage(
    ctx,
    selectScoreRuns(ctx.workspaceId).where("agent_id", "=", id),
    page,
  );
  return { ...pageInfo, data: (data as ScoreRunRow[]).map(toScoreRun) };
}
