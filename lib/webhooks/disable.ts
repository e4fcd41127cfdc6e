import { mutate } from "@/lib/audit";
import type { Ctx } from "@/lib/context";
import { tellOwners } from "@/lib/members";
import { updateEndpoint } from "./row";

/** Switches an endpoint off that does not take anything any more, and has the owners told. */
export async function disable(ctx: Ctx, id: string, reason: "failing" | "gone"): Promise<void> {
  const now = ctx.now();
  await mutate(ctx, async (tx) => {
    const row = await tx.one(
      updateEndpoint(ctx, id)
        .set({ enabled: false, disabled_reason: reason, updated_at: now })
        .where("enabled", "=", true)
        .returning("id"),
    );
    if (row === undefined) return { result: undefined, audit: null };
    await tx.batch(...tellOwners(ctx.workspaceId, "webhook.disabled", now));
    return { result: undefined, audit: { action: "webhook.disabled", target: id, after: { reason } } };
  });
}
