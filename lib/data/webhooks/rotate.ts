import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import { endpointOrNotFound, selectEndpoints, toWebhook, updateEndpoint } from "./row";
import type { RotateWebhook, WebhookWithSecret } from "./schema";
import { newSecret, sealPreviousSecret, sealSecret } from "./secret";

const MINUTE_MS = 60_000;

/**
 * Creates a new secret of an endpoint, returned only here. Until the end of the overlap, messages are also
 * signed with the previous secret; a secret from an earlier overlap stops immediately. Throws `not_found`,
 * `precondition_failed`.
 */
export async function rotateWebhook(
  ctx: Ctx,
  id: string,
  { overlap_minutes: overlap }: RotateWebhook,
  ifMatch: IfMatch = null,
): Promise<WebhookWithSecret> {
  const secret = newSecret();
  const sealed = await sealSecret(ctx.workspaceId, id, secret);
  return writeAudited(ctx, async (tx) => {
    const endpoint = await tx.first(
      selectEndpoints(ctx).select("secret").where("id", "=", id).forNoKeyUpdate(),
    );
    const { secret: box, ...row } = endpointOrNotFound(endpoint);
    requireMatch(ifMatch, row, "webhook");
    const now = ctx.now();
    const change = {
      secret: sealed,
      previous_secret: overlap === 0 ? null : await sealPreviousSecret(ctx.workspaceId, id, box),
      previous_expires_at: overlap === 0 ? null : plusMs(now, overlap * MINUTE_MS),
    };
    const revision = revisionOf(
      await tx.first(
        updateEndpoint(ctx, id)
          .set({ ...change, updated_at: now })
          .returning("revision"),
      ),
    );
    const { previous_expires_at } = change;
    return {
      result: { ...toWebhook({ ...row, previous_expires_at, revision, updated_at: now }, now), secret },
      audit: { action: "webhook.rotated", target: id, after: { overlap_minutes: overlap } },
    };
  });
}
