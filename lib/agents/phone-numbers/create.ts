import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json, violatedConstraint } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { auditView, checkGiven, ENVIRONMENT } from "./row";
import type { CreatePhoneNumber, PhoneNumber } from "./schema";

/** Connects a number. Throws 400 for an agent or carrier that is not there, `conflict` where the number is connected. */
export async function createPhoneNumber(ctx: Ctx, input: CreatePhoneNumber): Promise<PhoneNumber> {
  const now = ctx.now();
  const made: PhoneNumber = { id: newId("num", Date.parse(now)), ...input, created_at: now };
  const hours = made.hours === null ? null : json(made.hours);
  const row = { ...made, hours, workspace_id: ctx.workspaceId, environment: ENVIRONMENT };
  try {
    return await mutate(ctx, async (tx) => {
      await checkGiven(tx, ctx.workspaceId, input);
      await tx.all(db.insertInto("phone_numbers").values(row));
      return {
        result: made,
        audit: { action: "phone_number.connected", target: made.id, after: auditView(made) },
      };
    });
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    throw new AppError("conflict", "This number is connected already.");
  }
}
