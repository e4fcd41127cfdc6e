import type { Ctx } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import { db, writeUnaudited } from "@/lib/platform/db";
import { readSetup } from "./read";
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
        .where("user_id", "=", requireSession(ctx).userId),
    ],
  });
  return readSetup(ctx);
}
