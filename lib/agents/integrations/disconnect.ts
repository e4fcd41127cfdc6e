import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { auditView } from "./read";

/**
 * Disconnects an integration: deletes its row and its sealed secret. Tools and agents that name it stay, and
 * fail the deploy check until they use another. Throws `not_found`.
 */
export async function disconnectIntegration(ctx: Ctx, id: string): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(
      db
        .deleteFrom("integrations")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .returning(["id", "name", "kind", "environment", "hosts", "settings", "created_at"]),
    );
    if (row === undefined) throw notFound();
    return {
      result: undefined,
      audit: { action: "integration.disconnected", target: id, before: auditView(row) },
    };
  });
}
