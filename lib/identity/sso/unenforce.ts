import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/**
 * Lets passwords in again, as the operator, for an organisation whose provider has failed and whose break-glass code is
 * lost. The connection stays. Throws `invalid_state` where single sign-on is not enforced.
 */
export async function unenforce(ctx: Ctx): Promise<void> {
  await mutate(ctx, async (tx) => {
    const free = await tx.one(
      db
        .updateTable("sso_connections")
        .set({ enforced: false, updated_at: ctx.now() })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("enforced", "=", true)
        .returning("workspace_id"),
    );
    if (free === undefined)
      throw new AppError("invalid_state", "Single sign-on is not the only way in there.");
    return { result: undefined, audit: { action: "sso.unenforced", target: ctx.workspaceId } };
  });
}
