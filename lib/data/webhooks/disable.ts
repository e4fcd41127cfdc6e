import { notifyMembers } from "@/lib/identity/notices";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx, Environment } from "@/lib/platform/context";
import { updateEndpoint } from "./row";

/** Disables an endpoint that no longer accepts messages, and notifies admins. */
export async function disableEndpoint(ctx: Ctx, id: string, reason: "failing" | "gone"): Promise<void> {
  const now = ctx.now();
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(
      updateEndpoint(ctx, id)
        .set({ enabled: false, disabled_reason: reason, updated_at: now })
        .where("enabled", "=", true)
        .returning("environment"),
    );
    if (row === undefined) return { result: undefined, audit: null };
    const { workspaceId } = ctx;
    const environment = row.environment as Environment;
    await tx.all(
      notifyMembers({ workspaceId, kind: "webhook.disabled", subject: id, stage: now, environment, now }),
    );
    return { result: undefined, audit: { action: "webhook.disabled", target: id, after: { reason } } };
  });
}
