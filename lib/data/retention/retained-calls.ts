import { sql } from "kysely";
import { retentionDays } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";

/** Days that rows of the operational log are kept. Source: spec.md, "Limits". */
export const LOG_DAYS = 30;

/**
 * Settled calls with transcripts whose retention period ends by `time`, without selected columns. `due.ended_by` is the latest end of such
 * a call of its agent. The agents are read first: row-level security lets no expression of an agent's policy select rows of an index of
 * `calls`, and without one a sweep reads every transcript that there is.
 */
export const callsWithDueTranscript = (
  { workspaceId }: Pick<Ctx, "workspaceId">,
  time: string,
  overrideDays?: number,
) =>
  db
    .with(
      (cte) => cte("due").materialized(),
      (query) =>
        query
          .selectFrom("agents")
          .select("agents.id as agent_id")
          .select(
            sql<string>`${time}::timestamptz - make_interval(days => ${retentionDays("transcript", overrideDays)})`.as(
              "ended_by",
            ),
          )
          .where("agents.workspace_id", "=", workspaceId),
    )
    .selectFrom("calls")
    .innerJoin("due", "due.agent_id", "calls.agent_id")
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.transcript", "is not", null)
    .where("calls.settled_at", "is not", null)
    .whereRef("calls.ended_at", "<=", "due.ended_by");

/** Calls with a score and their agents, without selected columns. */
export const scoredCalls = ({ workspaceId }: Pick<Ctx, "workspaceId">) =>
  db
    .selectFrom("calls")
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .where("calls.workspace_id", "=", workspaceId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("call_scores")
          .select("call_scores.call_id")
          .whereRef("call_scores.workspace_id", "=", "calls.workspace_id")
          .whereRef("call_scores.call_id", "=", "calls.id"),
      ),
    );

/** Comments with their calls and agents, without selected columns. */
export const commentedCalls = ({ workspaceId }: Pick<Ctx, "workspaceId">) =>
  db
    .selectFrom("call_comments")
    .innerJoin("calls", (join) =>
      join
        .onRef("calls.workspace_id", "=", "call_comments.workspace_id")
        .onRef("calls.id", "=", "call_comments.call_id"),
    )
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .where("call_comments.workspace_id", "=", workspaceId);
