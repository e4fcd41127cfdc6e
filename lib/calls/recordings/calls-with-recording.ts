import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";

/** Playable recordings with their calls and agents, without selected columns. */
export const callsWithRecording = ({ workspaceId }: Pick<Ctx, "workspaceId">) =>
  db
    .selectFrom("recordings")
    .innerJoin("calls", (join) =>
      join
        .onRef("calls.workspace_id", "=", "recordings.workspace_id")
        .onRef("calls.id", "=", "recordings.call_id"),
    )
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .where("recordings.workspace_id", "=", workspaceId)
    .where("recordings.state", "=", "ready");
