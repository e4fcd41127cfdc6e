import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/**
 * The member on whose behalf a key is made, by which it is bounded from then on. A key that makes another stands for
 * its own maker, so that no key outlives a member's leaving through a chain of keys.
 */
export async function makerOf(ctx: Ctx): Promise<string> {
  const { type, id } = ctx.actor;
  if (type === "member") return id;
  if (type === "key") {
    const row = await ctx.db.one(
      db
        .selectFrom("api_keys")
        .select("created_by")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    if (row !== undefined) return row.created_by;
  }
  throw new AppError("forbidden", "A key belongs to a member: sign in to make one.");
}
