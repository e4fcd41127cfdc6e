import { mutate } from "@/lib/platform/audit";
import { atLeast, type Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { makerOf } from "./maker";
import { readKey } from "./read";
import { liveKeys, toKey } from "./row";
import type { Key } from "./schema";

/**
 * Makes who asks answer for a key, whose maker has left or may do less than it: from now on it works with its own role,
 * for as long as they may do that much. Taken over by whom it belongs to, nothing happens. 403 above one's own role.
 */
export async function takeOverKey(ctx: Ctx, id: string): Promise<Key> {
  const created_by = await makerOf(ctx);
  await mutate(ctx, async (tx) => {
    const row = await tx.one(liveKeys(ctx.workspaceId).where("id", "=", id).forUpdate());
    if (row === undefined) throw notFound();
    const key = toKey(row);
    if (!atLeast(ctx.actor.role, key.role))
      throw new AppError("forbidden", "This key's role is above your own. Ask an owner to take it over.");
    if (key.created_by === created_by) return { result: undefined, audit: null };
    await tx.one(
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
