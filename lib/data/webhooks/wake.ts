import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { enqueue, enqueueUnlessWaiting } from "@/lib/platform/jobs";

/** Statement that queues a job for an endpoint, in the transaction that stores its delivery. */
export const wakeEndpoint = (workspaceId: string, endpointId: string, runAt: string): Compilable<unknown> =>
  enqueue(
    "webhook.deliver",
    { workspaceId, endpointId },
    // Named like the scheduled jobs of `leaseEndpoints`, never replacing those of `wakeAll`.
    { key: `webhook.next:${endpointId}`, runAt },
  );

/** Queues jobs for endpoints with stored deliveries; a waiting one serves all. */
export async function wakeAll(
  ctx: Pick<Ctx, "workspaceId" | "now">,
  endpointIds: readonly string[],
): Promise<void> {
  const { workspaceId } = ctx;
  const runAt = ctx.now();
  await writeUnaudited(ctx, {
    run: endpointIds.map((endpointId) =>
      enqueueUnlessWaiting(
        "webhook.deliver",
        { workspaceId, endpointId },
        { key: `webhook.due:${endpointId}`, runAt },
      ),
    ),
  });
}

/** Queues a job that serves more endpoints of the workspace. */
export async function wakeWorkspace(ctx: Pick<Ctx, "workspaceId" | "now">): Promise<void> {
  const { workspaceId } = ctx;
  const options = { key: `webhook.more:${workspaceId}`, runAt: ctx.now() };
  await writeUnaudited(ctx, { run: [enqueueUnlessWaiting("webhook.event", { workspaceId }, options)] });
}
