import { sql } from "kysely";
import { notifyMembers } from "@/lib/identity/notices";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { createEventCounter } from "@/lib/platform/event-counter";
import { groupBy } from "@/lib/platform/group-by";
import { findDrift, hasEnoughCalls } from "./compare-pass-rates";

const DAY_MS = 24 * 3_600_000;
/** The period that is compared, and the one before it. */
const RECENT_DAYS = 7;
const BEFORE_DAYS = 28;
/** Criteria of one workspace that one run compares: 250 agents with 20 criteria. */
const MAX_CRITERIA_COMPARED = 5_000;

/** Changes of a criterion's pass rate of which admins were notified, in this process. */
export const scoreDrifts = createEventCounter(["direction"]);
for (const direction of ["up", "down"]) scoreDrifts.begin({ direction });

/** The counts of a current criterion in both periods. `is_notified`: there is a notice of the last 7 days. */
type CriterionCounts = {
  agent_id: string;
  criterion: string;
  recent_judged: number;
  recent_passed: number;
  before_judged: number;
  before_passed: number;
  is_notified: boolean;
};

function selectCounts({ workspaceId, now }: Ctx) {
  const recentFrom = plusMs(now(), -RECENT_DAYS * DAY_MS);
  const from = plusMs(recentFrom, -BEFORE_DAYS * DAY_MS);
  const recent = sql`s.called_at >= ${recentFrom}::timestamptz`;
  return db
    .selectFrom(
      sql<CriterionCounts>`(
    select k.agent_id, c.name as criterion, f.*,
      exists (select from notices n where n.workspace_id = k.workspace_id and n.kind = 'score.drifted' and n.subject = k.agent_id
        and split_part(n.stage, '/', 1) = c.name and n.created_at > ${recentFrom}::timestamptz) as is_notified
    from scorecards k
    cross join lateral jsonb_to_recordset(k.criteria->'current') as c(name text, version int)
    cross join lateral (
      select count(*) filter (where ${recent})::int as recent_judged, count(*) filter (where ${recent} and s.passed)::int as recent_passed,
        count(*) filter (where not ${recent})::int as before_judged, count(*) filter (where not ${recent} and s.passed)::int as before_passed
      from call_scores s
      where s.workspace_id = k.workspace_id and s.agent_id = k.agent_id and s.criterion = c.name and s.version = c.version
        and s.environment = 'live' and s.state = 'judged' and s.passed is not null
        and s.called_at >= ${from}::timestamptz and s.called_at < ${now()}::timestamptz
    ) f
    where k.workspace_id = ${workspaceId}
    order by k.agent_id, c.name
    limit ${MAX_CRITERIA_COMPARED}
  )`.as("counts"),
    )
    .selectAll();
}

const periodsOf = (counts: CriterionCounts) => ({
  recent: { judged: counts.recent_judged, passed: counts.recent_passed },
  before: { judged: counts.before_judged, passed: counts.before_passed },
});

/**
 * Notifies admins of criteria whose pass rate of the last 7 days differs from that of the 28 days before by more than chance. Only calls
 * that were judged by the current version of the criterion count. A criterion causes at most one notice in 7 days.
 */
export async function notifyScoreDrifts(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const compared = (await ctx.db.all(selectCounts(ctx))).filter((counts) =>
    hasEnoughCalls(periodsOf(counts)),
  );
  const drifts = [...groupBy(compared, ({ agent_id: agentId }) => agentId).values()].flatMap((criteria) =>
    criteria.flatMap((counts) => {
      const direction = counts.is_notified ? null : findDrift(periodsOf(counts), criteria.length);
      return direction === null ? [] : [{ counts, direction }];
    }),
  );
  if (drifts.length === 0) return;
  const notices = drifts.map(({ counts }) =>
    notifyMembers({
      workspaceId: ctx.workspaceId,
      kind: "score.drifted",
      subject: counts.agent_id,
      stage: `${counts.criterion}/${now.slice(0, 10)}`,
      environment: "live",
      now,
    }),
  );
  await writeUnaudited(ctx, { run: notices });
  for (const { direction } of drifts) scoreDrifts.count({ direction });
}
