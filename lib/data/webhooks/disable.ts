import { tell } from "@/lib/identity/notices";
import { mutate } from "@/lib/platform/audit";
import type { Ctx, Environment } from "@/lib/platform/context";
import { updateEndpoint } from "./row";

/** Switches an endpoint off that does not take anything any more, and has it told. */
export async function disable(ctx: Ctx, id: string, reason: "failing" | "gone"): Promise<void> {
  const now = ctx.now();
  await mutate(ctx, async (tx) => {
    const row = await tx.one(
      updateEndpoint(ctx, id)
        .set({ enabled: false, disabled_reason: reason, updated_at: now })
        .where("enabled", "=", true)
        .returning("environment"),
    );
    if (row === undefined) return { result: undefined, audit: null };
    const { workspaceId } = ctx;
    const environment = row.environment as Environment;
    await tx.all(tell({ workspaceId, kind: "webhook.disabled", subject: id, stage: now, environment, now }));
    return { result: undefined, audit: { action: "webhook.disabled", target: id, after: { reason } } };
  });
}
