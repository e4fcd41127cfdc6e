import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { enqueue, enqueueEachExpression } from "@/lib/platform/jobs";
import type { TextRow } from "./text-row";

/** The job that sends a text at `runAt`. */
export const sendJob = (ctx: Pick<Ctx, "workspaceId">, textId: string, runAt: string): Compilable<unknown> =>
  enqueue("text.send", { workspaceId: ctx.workspaceId, textId }, { key: `text:${textId}`, runAt });

/** Selects the unsent texts of the same conversation that come before this one. */
export const selectEarlierTexts = (
  { workspaceId }: Pick<Ctx, "workspaceId">,
  { id, call_id, created_at }: TextRow,
) =>
  db
    .selectFrom("texts")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", call_id)
    .where("direction", "=", "outbound")
    .where("state", "in", ["queued", "sending"])
    .where(sql<boolean>`(created_at, id) < (${created_at}::timestamptz, ${id})`);

/** Enqueues every waiting text of the conversation; each checks whether it is next. */
export function enqueueWaitingTexts(ctx: Ctx, { call_id: callId, id }: TextRow): Compilable<unknown>[] {
  if (callId === null) return [];
  return [
    db
      .selectFrom("texts")
      .select(
        enqueueEachExpression(
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
