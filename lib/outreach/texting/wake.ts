import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { enqueue, enqueuedEach } from "@/lib/platform/jobs";
import type { TextRow } from "./row";

/** The job that sends a text at `runAt`. */
export const sendJob = (ctx: Pick<Ctx, "workspaceId">, textId: string, runAt: string): Compilable<unknown> =>
  enqueue("text.send", { workspaceId: ctx.workspaceId, textId }, { key: `text:${textId}`, runAt });

/** The texts of the same conversation that are not sent yet and come before this one. */
export const before = ({ workspaceId }: Pick<Ctx, "workspaceId">, { id, call_id, created_at }: TextRow) =>
  db
    .selectFrom("texts")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", call_id)
    .where("direction", "=", "outbound")
    .where("state", "in", ["queued", "sending"])
    .where(sql<boolean>`(created_at, id) < (${created_at}::timestamptz, ${id})`);

/** The statement that lets every text of the conversation that waits look whether it is its turn. */
export function wakeNext(ctx: Ctx, { call_id: callId, id }: TextRow): Compilable<unknown>[] {
  if (callId === null) return [];
  return [
    db
      .selectFrom("texts")
      .select(
        enqueuedEach(
          "text.send",
          { workspaceId: sql`workspace_id`, textId: sql`id` },
          { key: sql`'text:' || id`, runAt: sql`${ctx.now()}::timestamptz` },
        ).as("enqueued"),
      )
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", callId)
      .where("id", "<>", id)
      .where("direction", "=", "outbound")
      .where("state", "=", "queued"),
  ];
}
