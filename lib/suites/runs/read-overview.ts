import { sql } from "kysely";
import { readAgentForSuite } from "@/lib/agents/agents";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { selectSuites, toSuiteItem } from "../suites";
import { readProgress, toRun } from "./read";
import { type RunRow, selectRuns } from "./row";
import type { SuiteOverview } from "./schema";

/** Selects the ID of each suite's latest run, of those with the current draft and cases if there are any. */
const selectLatestIds = (workspaceId: string, agentId: string, draft: string) =>
  db
    .selectFrom("suites as s")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("suite_runs as r")
          .select("r.id")
          .where("r.workspace_id", "=", workspaceId)
          .whereRef("r.suite_id", "=", "s.id")
          .orderBy(
            sql`(r.config_digest = ${draft} and r.suite_digest = s.digest and r.state <> 'canceled')`,
            "desc",
          )
          .orderBy("r.created_at", "desc")
          .orderBy("r.id", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select("latest.id")
    .where("s.workspace_id", "=", workspaceId)
    .where("s.agent_id", "=", agentId);

/**
 * Reads the suites of an agent, newest first, each with its latest run. An agent has few suites, so there is one page. Throws
 * `not_found`.
 */
export async function readOverview(ctx: Ctx, agentId: string): Promise<SuiteOverview> {
  const { workspaceId } = ctx;
  const { digest: draft } = await readAgentForSuite(ctx, agentId, undefined);
  const [suites, latest] = await ctx.db.batch(
    selectSuites(workspaceId).where("agent_id", "=", agentId).orderBy("id", "desc"),
    selectLatestIds(workspaceId, agentId, draft),
  );
  const ids = latest.map(({ id }) => id);
  const [rows, progress] = await Promise.all([
    ids.length === 0 ? [] : ctx.db.all(selectRuns(workspaceId).where("id", "in", ids)),
    readProgress(ctx, ids),
  ]);
  const runs = new Map((rows as RunRow[]).map((row) => [row.suite_id, row]));
  return {
    data: suites.map((suite) => {
      const row = runs.get(suite.id);
      const digests = { suite: suite.digest, draft };
      return {
        suite: toSuiteItem(suite),
        run: row === undefined ? null : toRun(row, progress.get(row.id), digests),
      };
    }),
  };
}
