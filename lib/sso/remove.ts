import { mutate } from "@/lib/audit";
import type { Ctx } from "@/lib/context";
import { db } from "@/lib/db";

/**
 * Takes the connection away, with its domains, its break-glass code and what waits for an answer: from now on passwords
 * open the workspace again. Sessions that it opened go on. Where there is none nothing happens. What jackson keeps is what
 * the provider publishes; it opens nothing without this row, and the next connection takes its place.
 */
export async function removeSso(ctx: Ctx): Promise<void> {
  await mutate(ctx, async (tx) => {
    const own = (table: "sso_connections" | "sso_domains" | "sso_requests") =>
      db.deleteFrom(table as "sso_domains").where("workspace_id", "=", ctx.workspaceId);
    const gone = await tx.one(own("sso_connections").returning("workspace_id"));
    if (gone === undefined) return { result: undefined, audit: null };
    await tx.batch(own("sso_domains"), own("sso_requests"));
    return { result: undefined, audit: { action: "sso.disconnected", target: ctx.workspaceId } };
  });
}
