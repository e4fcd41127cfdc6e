import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/**
 * Stops enforcing single sign-on for the operator, so that members can use passwords if the provider fails
 * and the break-glass code is lost. The connection stays. Throws `invalid_state` if single sign-on is not
 * enforced.
 */
export async function unenforceSso(ctx: Ctx): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const updated = await tx.first(
      db
        .updateTable("sso_connections")
        .set({ enforced: false, updated_at: ctx.now() })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("enforced", "=", true)
        .returning("workspace_id"),
    );
    if (updated === undefined) throw new AppError("sso_not_enforced");
    return { result: undefined, audit: { action: "sso.unenforced", target: ctx.workspaceId } };
  });
}
