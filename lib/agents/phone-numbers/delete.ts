import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { auditView, COLUMNS, numberOrNotFound } from "./row";

/** Disconnects a number: it sends no texts and answers no calls. Throws `not_found`. */
export async function deletePhoneNumber(ctx: Ctx, id: string): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const row = numberOrNotFound(
      await tx.first(
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
