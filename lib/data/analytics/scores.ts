import { sql } from "kysely";
import { readAgent } from "@/lib/agents/agents";
import type { CriterionKind } from "@/lib/agents/scorecards/values";
import { measureAgreement } from "@/lib/calls/scores";
import type { ScoreAgreement, ScoreFigures, ScoreFiguresQuery } from "@/lib/calls/scores/schema";
import { iso } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { problemIn, validationError } from "@/lib/platform/errors";
import { groupBy } from "@/lib/platform/group-by";
import { rangeOf } from "./range";

/** Scores are grouped by days in UTC, as costs are. */
const ZONE = "UTC";
const DAY_MS = 24 * 3_600_000;
/** Figures are calculated from each score, not from roll-ups, so the period is short. */
const MAX_DAYS = 93;
/** Rows of each list: 93 days of 20 criteria with some versions. Further ones are left out. */
const MAX_ROWS = 5_000;

/** Scores of an agent's live calls. Erased calls have none. */
const selectScoresOf = ({ workspaceId }: Ctx, agentId: string) =>
  db
    .selectFrom("call_scores")
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", "live")
    .where("agent_id", "=", agentId);

const figures = [
  sql<number>`count(*) filter (where state = 'judged')::int`.as("judged"),
  sql<number>`count(*) filter (where state = 'not_judged')::int`.as("not_judged"),
  sql<number | null>`round(avg(value)::numeric, 4)::float8`.as("mean"),
  sql<number | null>`round(avg(passed::int)::numeric, 4)::float8`.as("pass_rate"),
] as const;

type PairRow = {
  criterion: string;
  version: number;
  kind: string;
  judged: number | null;
  marked: number | null;
  count: number;
};

function toAgreements(rows: readonly PairRow[]): ScoreAgreement[] {
  return [...groupBy(rows, ({ criterion, version }) => `${criterion} ${version}`).values()].flatMap(
    (group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { criterion, version } = first;
      const kind = first.kind as CriterionKind;
      const pairs = group.map(({ judged, marked, count }) => ({
        judged: judged ?? 0,
        marked: marked ?? 0,
        count,
      }));
      return [{ criterion, version, kind, ...measureAgreement(kind, pairs) }];
    },
  );
}

/**
 * Summarizes the scores of an agent's live calls that were created in a period, by day and by version of the agent, and the
 * agreement of the judge with members' marks of all times. Throws `not_found`, and 400 for a period of more than 93 days.
 */
export async function summarizeScores(
  ctx: Ctx,
  agentRef: string,
  { from, to }: ScoreFiguresQuery,
): Promise<ScoreFigures> {
  const { id } = await readAgent(ctx, agentRef);
  const { fromMs, toMs } = rangeOf({ from, to }, ZONE, ctx.now());
  if (toMs - fromMs > MAX_DAYS * DAY_MS)
    throw validationError([problemIn("query", "/from", "cost_period_too_long", { max: MAX_DAYS })]);
  const inPeriod = selectScoresOf(ctx, id)
    .where("called_at", ">=", iso(new Date(fromMs)))
    .where("called_at", "<", iso(new Date(toMs)))
    .where("state", "!=", "pending");
  const day = sql<string>`to_char(called_at at time zone 'UTC', 'YYYY-MM-DD')`;
  const [days, versions, pairs] = await ctx.db.batch(
    inPeriod
      .select([day.as("day"), "criterion", "version", "kind", ...figures])
      .groupBy([day, "criterion", "version", "kind"])
      .orderBy("day")
      .orderBy("criterion")
      .orderBy("version")
      .limit(MAX_ROWS),
    inPeriod
      .select(["agent_version", "criterion", "version", "kind", ...figures])
      .groupBy(["agent_version", "criterion", "version", "kind"])
      .orderBy("agent_version")
      .orderBy("criterion")
      .orderBy("version")
      .limit(MAX_ROWS),
    selectScoresOf(ctx, id)
      .select(["criterion", "version", "kind", "value as judged", "marked_value as marked"])
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("value", "is not", null)
      .where("marked_value", "is not", null)
      .groupBy(["criterion", "version", "kind", "value", "marked_value"])
      .orderBy("criterion")
      .orderBy("version")
      .limit(MAX_ROWS),
  );
  return {
    days: days as ScoreFigures["days"],
    agent_versions: versions as ScoreFigures["agent_versions"],
    agreement: toAgreements(pairs),
  };
}
