import { mutate } from "@/lib/platform/audit";
import { atLeast, type Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { readKey } from "./read";
import { liveKeys, toKey } from "./row";
import type { Key, UpdateKey } from "./schema";

/** Names a key anew, or says from where it may be used; every process goes by that within 2 s. 403 above one's own role. */
export async function updateKey(ctx: Ctx, id: string, input: UpdateKey): Promise<Key> {
  await mutate(ctx, async (tx) => {
    const row = await tx.one(liveKeys(ctx.workspaceId).where("id", "=", id).forUpdate());
    if (row === undefined) throw notFound();
    const key = toKey(row);
    if (!atLeast(ctx.actor.role, key.role))
      throw new AppError("forbidden", "This key's role is above your own. Ask an owner.");
    const { name = key.name, allowed_addresses = key.allowed_addresses } = input;
    const isSame = name === key.name && allowed_addresses.join() === key.allowed_addresses.join();
    if (isSame) return { result: undefined, audit: null };
    await tx.one(
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
