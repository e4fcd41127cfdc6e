import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";

/** Days that rows of the operational log are kept. Source: spec.md, "Limits". */
export const LOG_DAYS = 30;

/** Settled calls with transcripts, with their agents, without selected columns. */
export const callsWithTranscript = ({ workspaceId }: Pick<Ctx, "workspaceId">) =>
  db
    .selectFrom("calls")
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.transcript", "is not", null)
    .where("calls.settled_at", "is not", null);

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
