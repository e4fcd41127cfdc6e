import type { Addresses } from "@/lib/agents/integrations";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { defaultHttpClient } from "@/lib/platform/egress";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import { checkAddress } from "./create";
import {
  auditView,
  type EndpointRow,
  endpointOrNotFound,
  selectEndpoints,
  toWebhook,
  updateEndpoint,
} from "./row";
import type { UpdateWebhook, Webhook } from "./schema";
import { wakeEndpoint } from "./wake";

/** The state of a healthy endpoint, restored when a member enables it or changes its address. */
const FRESH = { disabled_reason: null, failing_since: null, failures: 0, backoff_until: null };

/**
 * Changes an endpoint. An enabled endpoint, or one with a new address, starts again, and its due deliveries
 * are sent. Throws `not_found`, `precondition_failed`, and 400 like `createWebhook`.
 */
export async function updateWebhook(
  ctx: Ctx,
  id: string,
  input: UpdateWebhook,
  ifMatch: IfMatch = null,
  addresses: Addresses = { egress: defaultHttpClient },
): Promise<Webhook> {
  if (input.url !== undefined) await checkAddress(input.url, addresses);
  const now = ctx.now();
  return writeAudited(ctx, async (tx) => {
    const before = endpointOrNotFound(
      await tx.first(selectEndpoints(ctx).where("id", "=", id).forNoKeyUpdate()),
    );
    requireMatch(ifMatch, before, "webhook");
    const changes = Object.fromEntries(
      Object.entries(input).filter(
        ([field, value]) =>
          value !== undefined &&
          JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[field]),
      ),
    ) as Partial<Pick<EndpointRow, "url" | "events" | "description" | "enabled">>;
    if (Object.keys(changes).length === 0) return { result: toWebhook(before, now), audit: null };
    const healthReset = changes.enabled === true || changes.url !== undefined ? FRESH : {};
    const updated = await tx.first(
      updateEndpoint(ctx, id)
        .set({ ...changes, ...healthReset, updated_at: now })
        .returning("revision"),
    );
    const revision = revisionOf(updated);
    const row = { ...before, ...changes, ...healthReset, revision, updated_at: now };
    if (row.enabled) await tx.first(wakeEndpoint(ctx.workspaceId, id, now));
    return {
      result: toWebhook(row, now),
      audit: {
        action: "webhook.updated",
        target: id,
        before: auditView(before),
        after: { ...auditView(row), changed: Object.keys(changes) },
      },
    };
  });
}
