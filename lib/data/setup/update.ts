import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { readSetup, requireUserId } from "./read";
import type { Setup, UpdateSetup } from "./schema";

/**
 * Hides or shows the setup checklist for the caller, in this workspace only. Unaudited, as it changes only
 * what the caller's home page shows.
 */
export async function updateSetup(ctx: Ctx, { hidden }: UpdateSetup): Promise<Setup> {
  await writeUnaudited(ctx, {
    run: [
      db
        .updateTable("members")
        .set({ setup_hidden_at: hidden ? ctx.now() : null })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("user_id", "=", requireUserId(ctx)),
    ],
  });
  return readSetup(ctx);
}
