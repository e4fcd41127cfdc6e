import { writeAudited } from "@/lib/platform/audit";
import { type Ctx, isAtLeast } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { resolveCreatorId } from "./creator";
import { readKey } from "./read";
import { selectUnrevokedKeys, toKey } from "./row";
import type { Key } from "./schema";

/**
 * Makes the caller responsible for a key whose creator has left or has a weaker role than the key. The key
 * then works with its own role, as long as the caller's role is at least that. Has no effect if the caller is
 * already responsible. Throws 403 for a key above the caller's role.
 */
export async function takeOverKey(ctx: Ctx, id: string): Promise<Key> {
  const created_by = await resolveCreatorId(ctx);
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(selectUnrevokedKeys(ctx.workspaceId).where("id", "=", id).forNoKeyUpdate());
    if (row === undefined) throw notFound();
    const key = toKey(row);
    if (!isAtLeast(ctx.actor.role, key.role)) throw new AppError("taken_over_key_role_too_high");
    if (key.created_by === created_by) return { result: undefined, audit: null };
    await tx.first(
      db
        .updateTable("api_keys")
        .set({ created_by })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    return {
      result: undefined,
      audit: {
        action: "key.taken_over",
        target: id,
        before: { created_by: key.created_by },
        after: { created_by },
      },
    };
  });
  return readKey(ctx, id);
}
