import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { foundEndpoint, selectEndpoints, toWebhook, updateEndpoint } from "./row";
import type { RotateWebhook, WebhookWithSecret } from "./schema";
import { newSecret, sealFormer, sealSecret } from "./secret";

const MINUTE_MS = 60_000;

/**
 * Gives an endpoint a new secret, shown here only. Until the overlap's end messages bear a signature of the former one
 * too; one that was still in an earlier overlap stops at once. Throws `not_found`.
 */
export async function rotateWebhook(
  ctx: Ctx,
  id: string,
  { overlap_minutes: overlap }: RotateWebhook,
): Promise<WebhookWithSecret> {
  const secret = newSecret();
  const sealed = await sealSecret(ctx.workspaceId, id, secret);
  return mutate(ctx, async (tx) => {
    const found = await tx.one(selectEndpoints(ctx).select("secret").where("id", "=", id).forUpdate());
    const { secret: box, ...row } = foundEndpoint(found);
    const now = ctx.now();
    const change = {
      secret: sealed,
      previous_secret: overlap === 0 ? null : await sealFormer(ctx.workspaceId, id, box),
      previous_expires_at: overlap === 0 ? null : plusMs(now, overlap * MINUTE_MS),
    };
    await tx.one(updateEndpoint(ctx, id).set({ ...change, updated_at: now }));
    const shown = { ...row, previous_expires_at: change.previous_expires_at, updated_at: now };
    return {
      result: { ...toWebhook(shown, now), secret },
      audit: { action: "webhook.rotated", target: id, after: { overlap_minutes: overlap } },
    };
  });
}
