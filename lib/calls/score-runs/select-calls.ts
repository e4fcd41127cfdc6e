import { sql } from "kysely";
import type { Scorecard } from "@/lib/agents/scorecards/schema";
import { isOnHold, retentionEnd } from "@/lib/calls/calls";
import { db, json } from "@/lib/platform/db";

/** The calls of a run: of an agent, of days in UTC, both included. */
export type RunScope = {
  workspaceId: string;
  agentId: string;
  from: string;
  to: string;
  /** Whether calls with all answers are judged again. */
  replaces: boolean;
  /** The current time: a transcript whose retention period has ended is not read, also before it is deleted. */
  now: string;
};

/**
 * Live calls of a period that a judge can read and that lack an answer to a current criterion, or all of them if answers are replaced.
 * An answer that is not judged counts as missing.
 */
export function selectCallsToJudge(
  { workspaceId, agentId, from, to, replaces, now }: RunScope,
  criteria: Scorecard["criteria"],
) {
  const calls = db
    .selectFrom("calls")
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .select("calls.id")
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.agent_id", "=", agentId)
    .where("calls.environment", "=", "live")
    .where("calls.settled_at", "is not", null)
    .where("calls.transcript", "is not", null)
    .where(
      sql<boolean>`(${retentionEnd("transcript")} <= ${now}::timestamptz and not ${isOnHold}) is not true`,
    )
    .where(sql<boolean>`calls.created_at >= (${from}::date)::timestamp at time zone 'UTC'`)
    .where(sql<boolean>`calls.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`);
  if (replaces) return calls;
  const current = json(criteria.map(({ name, version }) => ({ name, version })));
  return calls.where(
    sql<boolean>`exists (select from jsonb_to_recordset(${current}::jsonb) as c(name text, version int)
      where not exists (select from call_scores s where s.workspace_id = calls.workspace_id and s.call_id = calls.id
        and s.criterion = c.name and s.version = c.version and s.state = 'judged'))`,
  );
}
