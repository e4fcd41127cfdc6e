import { scrubCardText } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { openCall } from "./open";
import { readCall } from "./read";
import { placeOf } from "./row";
import type { Call, UpdateCall } from "./schema";

/** Sets a call's tags and notes. Throws 404, and 409 for notes on a call whose key was destroyed with its data. */
export async function updateCall(ctx: Ctx, id: string, { tags, notes }: UpdateCall): Promise<Call> {
  const { sealer } = await openCall(ctx, id);
  if (notes !== undefined && sealer === undefined) {
    throw new AppError("invalid_state", "Of this call only its outcome is kept. Use tags.");
  }
  const changes = {
    // A tag lies in clear, and is nothing that anybody said; a payment card is kept nowhere.
    ...(tags !== undefined && { tags: [...new Set(tags.map(scrubCardText))] }),
    ...(notes !== undefined && { notes: sealer?.seal(placeOf(id, "notes"), scrubCardText(notes)) ?? null }),
  };
  if (Object.keys(changes).length > 0) {
    await record(ctx, {
      run: [
        db.updateTable("calls").set(changes).where("workspace_id", "=", ctx.workspaceId).where("id", "=", id),
      ],
    });
  }
  return readCall(ctx, id);
}
