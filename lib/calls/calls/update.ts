import { scrubCardText } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { openCall } from "./open-call";
import { readCall } from "./read";
import { callFieldRef } from "./row";
import type { Call, UpdateCall } from "./schema";

/** Sets a call's tags and notes. Throws 404, and 409 for notes on a call whose key was destroyed with its data. */
export async function updateCall(ctx: Ctx, id: string, { tags, notes }: UpdateCall): Promise<Call> {
  const { sealer } = await openCall(ctx, id);
  if (notes !== undefined && sealer === undefined) {
    throw new AppError("notes_not_kept");
  }
  const changes = {
    // Tags are stored in plain text and are not part of the conversation. Payment cards are never stored.
    ...(tags !== undefined && { tags: [...new Set(tags.map(scrubCardText))] }),
    ...(notes !== undefined && {
      notes: sealer?.seal(callFieldRef(id, "notes"), scrubCardText(notes)) ?? null,
    }),
  };
  if (Object.keys(changes).length > 0) {
    await writeUnaudited(ctx, {
      run: [
        db.updateTable("calls").set(changes).where("workspace_id", "=", ctx.workspaceId).where("id", "=", id),
      ],
    });
  }
  return readCall(ctx, id);
}
