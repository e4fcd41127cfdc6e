import { readScorecard } from "@/lib/agents/scorecards";
import type { Scorecard } from "@/lib/agents/scorecards/schema";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError, problemIn, validationError } from "@/lib/platform/errors";
import { type RunScope, selectCallsToJudge } from "./select-calls";
import { MAX_RUN_CALLS, MAX_RUN_DAYS } from "./values";

const DAY_MS = 24 * 3_600_000;

/** The plan of a run: the agent's criteria, its calls, and their number up to one more than a run may have. */
export type RunPlan = { scorecard: Scorecard; scope: RunScope; calls: number };

/**
 * Counts what a run would judge. Throws `not_found`, 400 for a period that ends before it begins or is too long, and
 * `invalid_state` for an agent without criteria.
 */
export async function planRun(
  ctx: Ctx,
  agentRef: string,
  { from, to, replaces }: Pick<RunScope, "from" | "to" | "replaces">,
  source: "body" | "query",
): Promise<RunPlan> {
  if (from > to) throw validationError([problemIn(source, "/from", "range_ends_early")]);
  const scorecard = await readScorecard(ctx, agentRef);
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_RUN_DAYS)
    throw validationError([problemIn(source, "/from", "cost_period_too_long", { max: MAX_RUN_DAYS })]);
  if (scorecard.criteria.length === 0) throw new AppError("scorecard_empty");
  const agentId = scorecard.agent_id;
  const scope = { workspaceId: ctx.workspaceId, agentId, from, to, replaces, now: ctx.now() };
  const row = await ctx.db.first(
    db
      .selectFrom(
        selectCallsToJudge(scope, scorecard.criteria)
          .limit(MAX_RUN_CALLS + 1)
          .as("calls"),
      )
      .select(({ fn }) => fn.countAll<number>().as("count")),
  );
  return { scorecard, scope, calls: row?.count ?? 0 };
}
