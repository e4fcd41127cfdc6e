import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { auditView, COLUMNS, foundNumber } from "./row";

/** Disconnects a number: nothing is sent from it and nobody answers on it any more. Throws `not_found`. */
export async function deletePhoneNumber(ctx: Ctx, id: string): Promise<void> {
  await mutate(ctx, async (tx) => {
    const row = foundNumber(
      await tx.one(
        db
          .deleteFrom("phone_numbers")
          .where("workspace_id", "=", ctx.workspaceId)
          .where("id", "=", id)
          .returning(COLUMNS),
      ),
    );
    return {
      result: undefined,
      audit: { action: "phone_number.disconnected", target: id, before: auditView(row) },
    };
  });
}
