import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";

/**
 * Ends a key for good; every process refuses it within 2 s. Asked again, nothing happens. The row stays, so that the
 * audit log's ids go on meaning something. 404 for another workspace's key.
 */
export async function revokeKey(ctx: Ctx, id: string): Promise<void> {
  await mutate(ctx, async (tx) => {
    const found = await tx.one(
      db
        .selectFrom("api_keys")
        .select("revoked_at")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .forUpdate(),
    );
    if (found === undefined) throw notFound();
    if (found.revoked_at !== null) return { result: undefined, audit: null };
    await tx.one(
      db
        .updateTable("api_keys")
        .set({ revoked_at: ctx.now() })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    return { result: undefined, audit: { action: "key.revoked", target: id } };
  });
}
