import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";

export type TextState = "queued" | "sending" | "sent" | "delivered" | "failed" | "received";

/** A text with its contact's number, sealed and as a keyed hash. */
export type TextRow = {
  id: string;
  environment: Environment;
  call_id: string | null;
  contact_id: string;
  direction: "inbound" | "outbound";
  state: TextState;
  from_number: string | null;
  body: Buffer | null;
  error_code: string | null;
  created_at: string;
  sent_at: string | null;
  number: Buffer;
  number_hash: Buffer;
};

/**
 * Finds a text of the workspace, with a context of its environment. Returns undefined if the text or its
 * contact does not exist.
 */
export async function findText(base: Ctx, id: string): Promise<{ ctx: Ctx; row: TextRow } | undefined> {
  const stored = await base.db.first(
    db
      .selectFrom("texts as t")
      .innerJoin("contacts as c", (join) =>
        join.onRef("c.workspace_id", "=", "t.workspace_id").onRef("c.id", "=", "t.contact_id"),
      )
      .select([
        "t.id",
        "t.environment",
        "t.call_id",
        "t.contact_id",
        "t.direction",
        "t.state",
        "t.from_number",
        "t.body",
        "t.error_code",
        "t.created_at",
        "t.sent_at",
        "c.number",
        "c.number_hash",
      ])
      .where("t.workspace_id", "=", base.workspaceId)
      .where("t.id", "=", id),
  );
  if (stored === undefined) return undefined;
  // Only calls and texting write these columns.
  const row = stored as TextRow;
  return { ctx: { ...base, environment: row.environment }, row };
}

/**
 * Starts an update of a text. The caller adds the values and further conditions; the returned rows tell
 * whether it applied.
 */
export const updateText = (ctx: Pick<Ctx, "workspaceId">, id: string) =>
  db.updateTable("texts").where("workspace_id", "=", ctx.workspaceId).where("id", "=", id);
