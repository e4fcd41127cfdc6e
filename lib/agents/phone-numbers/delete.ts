import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { auditView, numberOrNotFound, selectNumbers } from "./row";

/** Disconnects a number: it sends no texts and answers no calls. Throws `not_found`, `precondition_failed`. */
export async function deletePhoneNumber(ctx: Ctx, id: string, ifMatch: IfMatch = null): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const row = numberOrNotFound(
      await tx.first(selectNumbers(ctx.workspaceId).where("id", "=", id).forUpdate()),
    );
    requireMatch(ifMatch, row, "phone_number");
    await tx.all(
      db.deleteFrom("phone_numbers").where("workspace_id", "=", ctx.workspaceId).where("id", "=", id),
    );
    return {
      result: undefined,
      audit: { action: "phone_number.disconnected", target: id, before: auditView(row) },
    };
  });
}
