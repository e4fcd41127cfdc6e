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

/** A text of the workspace, with a context of its environment; undefined where there is none, or its contact is gone. */
export async function findText(base: Ctx, id: string): Promise<{ ctx: Ctx; row: TextRow } | undefined> {
  const found = await base.db.one(
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
  if (found === undefined) return undefined;
  // The columns hold what calls and texting write.
  const row = found as TextRow;
  return { ctx: { ...base, environment: row.environment }, row };
}

/** The statement that moves a text on, for further conditions; its rows tell whether it did. */
export const moveText = (ctx: Pick<Ctx, "workspaceId">, id: string) =>
  db.updateTable("texts").where("workspace_id", "=", ctx.workspaceId).where("id", "=", id);
