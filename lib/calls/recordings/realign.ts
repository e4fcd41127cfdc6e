import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { showOf } from "./statements";

/** Recordings of one sweep; the rest follows in the next. */
const MOST_AT_ONCE = 500;

/** When a recording goes by what its agent's setting says now, which acts at once on recordings that there are. */
const DUE = sql<string>`calls.ended_at + make_interval(days => (agents.policy->'recording'->>'retention_days')::int)`;

/** Writes down anew when recordings go whose agent's setting was changed since they were made. */
export async function realignRecordings(ctx: Ctx): Promise<void> {
  const { workspaceId } = ctx;
  const rows = await ctx.db.all(
    db
      .selectFrom("recordings")
      .innerJoin("calls", (join) =>
        join
          .onRef("calls.workspace_id", "=", "recordings.workspace_id")
          .onRef("calls.id", "=", "recordings.call_id"),
      )
      .innerJoin("agents", (join) =>
        join
          .onRef("agents.workspace_id", "=", "calls.workspace_id")
          .onRef("agents.id", "=", "calls.agent_id"),
      )
      .select(["recordings.call_id", DUE.as("due_at")])
      .where("recordings.workspace_id", "=", workspaceId)
      .where("recordings.state", "=", "ready")
      .where("calls.ended_at", "is not", null)
      .where(sql<boolean>`recordings.expires_at is distinct from ${DUE}`)
      .limit(MOST_AT_ONCE),
  );
  for (const { call_id: callId, due_at: expiresAt } of rows)
    await record(ctx, {
      run: [
        showOf(workspaceId, callId, { expires_at: expiresAt }, ["ready"]),
        db
          .updateTable("recordings")
          .set({ expires_at: expiresAt })
          .where("workspace_id", "=", workspaceId)
          .where("call_id", "=", callId)
          .where("state", "=", "ready"),
      ],
    });
}
