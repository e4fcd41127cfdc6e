import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { enqueuedAll } from "@/lib/platform/jobs";

/**
 * The statements by which all recordings of a contact's calls are erased: from here on none can be played, jobs remove
 * the bytes, and each row goes behind its bytes.
 */
export function recordingsGo(
  { workspaceId, environment, now }: Pick<Ctx, "workspaceId" | "environment" | "now">,
  contactId: string,
): Compilable<unknown>[] {
  const theirs = db
    .selectFrom("calls")
    .select("calls.id")
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "=", environment)
    .where("calls.contact_id", "=", contactId);
  const recorded = db
    .selectFrom("recordings")
    .select("recordings.call_id")
    .where("recordings.workspace_id", "=", workspaceId)
    .where("recordings.call_id", "in", theirs);
  const shown = json({ state: "erased", expires_at: null });
  return [
    db
      .updateTable("calls")
      .set({ recording: sql`recording || ${shown}::jsonb` })
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", recorded),
    db
      .updateTable("recordings")
      .set({ state: "removing" })
      .where("workspace_id", "=", workspaceId)
      .where("call_id", "in", theirs),
    recorded.clearSelect().select(
      enqueuedAll(
        "recording.remove",
        { workspaceId: sql`recordings.workspace_id`, callId: sql`recordings.call_id` },
        {
          key: sql`'recording.remove:' || recordings.call_id`,
          runAt: sql`${now()}::timestamptz`,
        },
      ).as("enqueued"),
    ),
  ];
}
