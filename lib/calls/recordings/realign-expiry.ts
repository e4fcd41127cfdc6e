import { sql } from "kysely";
import { retentionEnd } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { callsWithRecording } from "./calls-with-recording";
import { updateStateStatement } from "./statements";

/** Recordings per sweep; the next one continues. */
const MAX_PER_SWEEP = 500;

const DUE = retentionEnd("recording");

/** Updates the expiry of recordings whose agent's retention setting has changed. */
export async function realignRecordings(ctx: Ctx): Promise<void> {
  const { workspaceId } = ctx;
  const rows = await ctx.db.all(
    callsWithRecording(ctx)
      .select(["recordings.call_id", DUE.as("due_at")])
      .where("calls.ended_at", "is not", null)
      .where(sql<boolean>`recordings.expires_at is distinct from ${DUE}`)
      .limit(MAX_PER_SWEEP),
  );
  for (const { call_id: callId, due_at: expiresAt } of rows)
    await writeUnaudited(ctx, {
      run: [
        updateStateStatement(workspaceId, callId, { expires_at: expiresAt }, { state: "ready" }),
        db
          .updateTable("recordings")
          .set({ expires_at: expiresAt })
          .where("workspace_id", "=", workspaceId)
          .where("call_id", "=", callId)
          .where("state", "=", "ready"),
      ],
    });
}
