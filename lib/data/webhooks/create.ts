import { type Addresses, addressProblem } from "@/lib/agents/integrations";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { AppError, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { newRevision } from "@/lib/platform/if-match";
import { auditView, toWebhook } from "./row";
import type { CreateWebhook, WebhookWithSecret } from "./schema";
import { newSecret, sealSecret } from "./secret";

/** More endpoints than a workspace needs; each receives every event. */
const MAX_ENDPOINTS = 50;

/** Throws 400 for an address that is not https or is internal, by its text or its current DNS result. */
export async function checkAddress(url: string, addresses: Addresses): Promise<void> {
  const problem = await addressProblem(url, "/url", addresses);
  if (problem !== null) throw validationError([problem]);
}

/** Creates an endpoint in the context's environment. The secret is returned only here. */
export async function createWebhook(
  ctx: Ctx,
  input: CreateWebhook,
  addresses: Addresses = { egress: defaultHttpClient },
): Promise<WebhookWithSecret> {
  await checkAddress(input.url, addresses);
  const now = ctx.now();
  const id = newId("whk");
  const secret = newSecret();
  const row = {
    id,
    environment: ctx.environment,
    url: input.url,
    description: input.description,
    events: input.events,
    enabled: input.enabled,
    revision: newRevision(),
    created_by: ctx.actor.id,
    created_at: now,
    updated_at: now,
  };
  const sealed = await sealSecret(ctx.workspaceId, id, secret);
  await writeAudited(ctx, async (tx) => {
    const existing = await tx.first(
      db
        .selectFrom("webhook_endpoints")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("workspace_id", "=", ctx.workspaceId)
        .where("environment", "=", ctx.environment),
    );
    if ((existing?.count ?? 0) >= MAX_ENDPOINTS)
      throw new AppError("too_many_webhooks", { params: { max: MAX_ENDPOINTS } });
    await tx.first(
      db.insertInto("webhook_endpoints").values({ ...row, workspace_id: ctx.workspaceId, secret: sealed }),
    );
    return { result: undefined, audit: { action: "webhook.created", target: id, after: auditView(row) } };
  });
  const stored = { ...row, disabled_reason: null, failing_since: null, previous_expires_at: null };
  return { ...toWebhook(stored, now), secret };
}
