import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json, violatedConstraint } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { newRevision } from "@/lib/platform/if-match";
import { auditView, checkNumberInput, ENVIRONMENT } from "./row";
import type { CreatePhoneNumber, PhoneNumber } from "./schema";

/**
 * Connects a number. Throws 400 for a missing agent or carrier, and `conflict` if the number is already
 * connected.
 */
export async function createPhoneNumber(ctx: Ctx, input: CreatePhoneNumber): Promise<PhoneNumber> {
  const now = ctx.now();
  const id = newId("num", Date.parse(now));
  const phoneNumber: PhoneNumber = { id, ...input, revision: newRevision(), created_at: now };
  const hours = phoneNumber.hours === null ? null : json(phoneNumber.hours);
  const row = { ...phoneNumber, hours, workspace_id: ctx.workspaceId, environment: ENVIRONMENT };
  try {
    return await writeAudited(ctx, async (tx) => {
      await checkNumberInput(tx, ctx.workspaceId, input);
      await tx.all(db.insertInto("phone_numbers").values(row));
      return {
        result: phoneNumber,
        audit: { action: "phone_number.connected", target: phoneNumber.id, after: auditView(phoneNumber) },
      };
    });
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    throw new AppError("number_connected");
  }
}
