import { writeAudited } from "@/lib/platform/audit";
import { type Ctx, isAtLeast } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { readKey } from "./read";
import { selectUnrevokedKeys, toKey } from "./row";
import type { Key, UpdateKey } from "./schema";

/**
 * Changes a key's name or allowed addresses; every process applies them within 2 s. Throws 403 for a key
 * above the caller's role.
 */
export async function updateKey(ctx: Ctx, id: string, input: UpdateKey): Promise<Key> {
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(selectUnrevokedKeys(ctx.workspaceId).where("id", "=", id).forNoKeyUpdate());
    if (row === undefined) throw notFound();
    const key = toKey(row);
    if (!isAtLeast(ctx.actor.role, key.role)) throw new AppError("changed_key_role_too_high");
    const { name = key.name, allowed_addresses = key.allowed_addresses } = input;
    const isSame = name === key.name && allowed_addresses.join() === key.allowed_addresses.join();
    if (isSame) return { result: undefined, audit: null };
    await tx.first(
      db
        .updateTable("api_keys")
        .set({ name, allowed_addresses })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    return {
      result: undefined,
      audit: {
        action: "key.updated",
        target: id,
        before: { allowed_addresses: key.allowed_addresses },
        after: { allowed_addresses },
      },
    };
  });
  return readKey(ctx, id);
}
