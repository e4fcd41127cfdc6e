import type { Ctx } from "@/lib/platform/context";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import type { CallerSignature } from "./schema";

/** Stores whether the caller's number is signed by its provider (STIR/SHAKEN). It has no number. */
export async function storeCallerSignature(
  ctx: Pick<Ctx, "workspaceId" | "now">,
  callId: string,
  signature: CallerSignature,
): Promise<void> {
  await writeUnaudited(ctx, {
    run: [
      db
        .updateTable("calls")
        .set({ caller_signature: json(signature) })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", callId),
    ],
  });
}
