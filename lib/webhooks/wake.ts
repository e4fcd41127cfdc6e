import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/context";
import { db, record } from "@/lib/db";
import { enqueue, enqueueUnlessWaiting } from "@/lib/jobs";

/** The statement that has a worker look at an endpoint, in the transaction that gives it something to send. */
export const wakeEndpoint = (workspaceId: string, endpointId: string, runAt: string): Compilable<unknown> =>
  enqueue(
    "webhook.deliver",
    { workspaceId, endpointId },
    // Later than what `wakeAll` enqueues, and never in its place: see `release` of deliver.ts.
    { key: `webhook.next:${endpointId}`, runAt },
  );

/** Has workers look at endpoints whose deliveries are stored; one that waits already serves all. */
export async function wakeAll(
  ctx: Pick<Ctx, "workspaceId" | "now">,
  endpointIds: readonly string[],
): Promise<void> {
  const { workspaceId } = ctx;
  const runAt = ctx.now();
  await record(ctx, {
    run: endpointIds.map((endpointId) =>
      enqueueUnlessWaiting(
        "webhook.deliver",
        { workspaceId, endpointId },
        { key: `webhook.due:${endpointId}`, runAt },
      ),
    ),
  });
}

/** Wakes the endpoints that an event goes to. Its own job, as whoever causes an event must wait for nobody. */
export async function takeEvent(ctx: Ctx, eventId: string): Promise<void> {
  const rows = await ctx.db.all(
    db
      .selectFrom("webhook_deliveries")
      .select("endpoint_id")
      .distinct()
      .where("workspace_id", "=", ctx.workspaceId)
      .where("event_id", "=", eventId)
      .where("status", "=", "pending"),
  );
  await wakeAll(
    ctx,
    rows.map(({ endpoint_id }) => endpoint_id),
  );
}
