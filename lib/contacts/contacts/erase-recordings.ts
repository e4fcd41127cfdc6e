import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { enqueueAllExpression } from "@/lib/platform/jobs";

/**
 * The statements that erase all recordings of a contact's calls. From then on none can be played. Jobs remove the bytes,
 * and each row after its bytes.
 */
export function eraseRecordingsStatements(
  { workspaceId, environment, now }: Pick<Ctx, "workspaceId" | "environment" | "now">,
  contactId: string,
): Compilable<unknown>[] {
  const contactCalls = db
    .selectFrom("calls")
    .select("calls.id")
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "=", environment)
    .where("calls.contact_id", "=", contactId);
  const recordedCalls = db
    .selectFrom("recordings")
    .select("recordings.call_id")
    .where("recordings.workspace_id", "=", workspaceId)
    .where("recordings.call_id", "in", contactCalls);
  const erasedState = json({ state: "erased", expires_at: null });
  return [
    db
      .updateTable("calls")
      .set({ recording: sql`recording || ${erasedState}::jsonb` })
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", recordedCalls),
    db
      .updateTable("recordings")
      .set({ state: "removing" })
      .where("workspace_id", "=", workspaceId)
      .where("call_id", "in", contactCalls),
    recordedCalls.clearSelect().select(
      enqueueAllExpression(
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
