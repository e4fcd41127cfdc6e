import type { Addresses } from "@/lib/agents/integrations";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { egress } from "@/lib/platform/egress";
import { checkAddress } from "./create";
import {
  auditView,
  type EndpointRow,
  foundEndpoint,
  selectEndpoints,
  toWebhook,
  updateEndpoint,
} from "./row";
import type { UpdateWebhook, Webhook } from "./schema";
import { wakeEndpoint } from "./wake";

/** What Parley noted of an endpoint that failed; gone where somebody switches it on or gives it another address. */
const FRESH = { disabled_reason: null, failing_since: null, failures: 0, backoff_until: null };

/**
 * Changes an endpoint. Switched on again, or at another address, it begins anew: what is still due is sent at once.
 * Throws `not_found`, and 400 as `createWebhook`.
 */
export async function updateWebhook(
  ctx: Ctx,
  id: string,
  input: UpdateWebhook,
  addresses: Addresses = { egress },
): Promise<Webhook> {
  if (input.url !== undefined) await checkAddress(input.url, addresses);
  const now = ctx.now();
  return mutate(ctx, async (tx) => {
    const before = foundEndpoint(await tx.one(selectEndpoints(ctx).where("id", "=", id).forUpdate()));
    const changes = Object.fromEntries(
      Object.entries(input).filter(
        ([field, value]) =>
          value !== undefined &&
          JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[field]),
      ),
    ) as Partial<Pick<EndpointRow, "url" | "events" | "description" | "enabled">>;
    if (Object.keys(changes).length === 0) return { result: toWebhook(before, now), audit: null };
    const anew = changes.enabled === true || changes.url !== undefined ? FRESH : {};
    const row = { ...before, ...changes, ...anew, updated_at: now };
    await tx.one(updateEndpoint(ctx, id).set({ ...changes, ...anew, updated_at: now }));
    if (row.enabled) await tx.one(wakeEndpoint(ctx.workspaceId, id, now));
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
