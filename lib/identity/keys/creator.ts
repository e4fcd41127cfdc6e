import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/**
 * The member responsible for what the caller creates: the signed-in member, or the creator of the calling
 * key. A key's role is limited by its creator's role. A key that creates another key passes its creator on,
 * so that no key outlives the member through a chain of keys. Throws `forbidden` for any other caller.
 */
export async function resolveCreatorId(ctx: Ctx): Promise<string> {
  const { type, id } = ctx.actor;
  if (type === "member") return id;
  if (type === "key") {
    const row = await ctx.db.first(
      db
        .selectFrom("api_keys")
        .select("created_by")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    if (row !== undefined) return row.created_by;
  }
  throw new AppError("key_needs_member");
}
