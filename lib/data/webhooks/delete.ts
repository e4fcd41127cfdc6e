import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { auditView, endpointOrNotFound, selectEndpoints } from "./row";

/** Deletes an endpoint with its secret and delivery log. Throws `not_found`, `precondition_failed`. */
export async function deleteWebhook(ctx: Ctx, id: string, ifMatch: IfMatch = null): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const row = endpointOrNotFound(await tx.first(selectEndpoints(ctx).where("id", "=", id).forUpdate()));
    requireMatch(ifMatch, row, "webhook");
    await tx.batch(
      db
        .deleteFrom("webhook_deliveries")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("endpoint_id", "=", id),
      db.deleteFrom("webhook_endpoints").where("workspace_id", "=", ctx.workspaceId).where("id", "=", id),
    );
    return {
      result: undefined,
      audit: { action: "webhook.deleted", target: id, before: auditView(row) },
    };
  });
}
