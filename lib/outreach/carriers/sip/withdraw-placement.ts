import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";

/** Withdraws a call that no gateway has claimed. Returns false if one has: then an INVITE may have left. */
export async function withdrawPlacement(ctx: Ctx, key: string): Promise<boolean> {
  const withdraw = db
    .deleteFrom("sip_placements")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", key)
    .where("state", "=", "requested")
    .returning("key");
  const [rows] = await writeUnaudited(ctx, { run: [withdraw] });
  return rows.length > 0;
}
