import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { enqueuedEach } from "@/lib/platform/jobs";

/** Texts of each kind that one look takes up; what is left comes with the next, a minute later. */
const MAX_AT_ONCE = 1_000;
/** Longer than a carrier's longest "later", which is not to be cut short, and shorter than the patience with it. */
const LEFT_MS = 6 * 60_000;

/** Texts whose words are kept still for so long that their job must have been given up, the oldest first. */
const left = ({ workspaceId, now }: Ctx) =>
  db
    .selectFrom("texts as t")
    .where("t.workspace_id", "=", workspaceId)
    .where("t.body", "is not", null)
    .where("t.created_at", "<=", plusMs(now(), -LEFT_MS))
    .orderBy("t.created_at")
    .limit(MAX_AT_ONCE);

/**
 * Takes up the texts of a workspace whose job was given up: those that go out are settled by `sendText`, by which none
 * is sent twice, and those that came in are taken to their conversation or given up by `takeText`.
 */
export async function sweepTexts(ctx: Ctx): Promise<void> {
  const payload = { workspaceId: sql`t.workspace_id`, textId: sql`t.id` };
  const runAt = sql<string>`${ctx.now()}::timestamptz`;
  const send = enqueuedEach("text.send", payload, { key: sql`'text:' || t.id`, runAt });
  const take = enqueuedEach("text.take", payload, { key: sql`'take:' || t.id`, runAt });
  await record(ctx, {
    run: [
      left(ctx).select(send.as("enqueued")).where("t.direction", "=", "outbound"),
      left(ctx).select(take.as("enqueued")).where("t.direction", "=", "inbound"),
    ],
  });
}
