import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { enqueue, enqueueUnlessWaiting } from "@/lib/platform/jobs";

/** The statement that has a worker look at an endpoint, in the transaction that gives it something to send. */
export const wakeEndpoint = (workspaceId: string, endpointId: string, runAt: string): Compilable<unknown> =>
  enqueue(
    "webhook.deliver",
    { workspaceId, endpointId },
    // As `claim` names what is due later: never in the place of what `wakeAll` enqueues.
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

/** Has a worker look for more endpoints of the workspace of which something is due. */
export async function wakeWorkspace(ctx: Pick<Ctx, "workspaceId" | "now">): Promise<void> {
  const { workspaceId } = ctx;
  const options = { key: `webhook.more:${workspaceId}`, runAt: ctx.now() };
  await record(ctx, { run: [enqueueUnlessWaiting("webhook.event", { workspaceId }, options)] });
}
