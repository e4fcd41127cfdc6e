import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { isOnHold, retentionEnd } from "./retention-period";

/** How long a call's transcript is kept, whether it still exists, and whether a legal hold keeps it longer. */
export const readRetention = ({ workspaceId, environment, db: reader }: Ctx, callId: string) =>
  reader.first(
    db
      .selectFrom("calls")
      .innerJoin("agents", (join) =>
        join
          .onRef("agents.workspace_id", "=", "calls.workspace_id")
          .onRef("agents.id", "=", "calls.agent_id"),
      )
      .select([
        sql<string | null>`${retentionEnd("transcript")}`.as("transcript_until"),
        sql<boolean>`calls.transcript is not null`.as("has_transcript"),
        isOnHold.as("is_held"),
      ])
      .where("calls.workspace_id", "=", workspaceId)
      .where("calls.environment", "=", environment)
      .where("calls.id", "=", callId),
  );
