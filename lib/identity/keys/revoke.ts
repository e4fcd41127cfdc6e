import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";

/**
 * Revokes a key permanently; every process rejects it within 2 s. Revoking it again has no effect. The row
 * stays, so that ids in the audit log still resolve. Throws 404 for another workspace's key.
 */
export async function revokeKey(ctx: Ctx, id: string): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const key = await tx.first(
      db
        .selectFrom("api_keys")
        .select("revoked_at")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .forNoKeyUpdate(),
    );
    if (key === undefined) throw notFound();
    if (key.revoked_at !== null) return { result: undefined, audit: null };
    await tx.first(
      db
        .updateTable("api_keys")
        .set({ revoked_at: ctx.now() })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    return { result: undefined, audit: { action: "key.revoked", target: id } };
  });
}
