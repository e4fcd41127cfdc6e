import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { auditView, checkGiven, foundNumber, selectNumbers } from "./row";
import type { PhoneNumber, UpdatePhoneNumber } from "./schema";

const FIELDS = ["agent_id", "integration_id", "hours", "fallback_number"] as const;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Changes who answers on a number and when, where its calls go on, and by which account it is reached. Throws
 * `not_found`, and 400 as `createPhoneNumber`.
 */
export async function updatePhoneNumber(
  ctx: Ctx,
  id: string,
  input: UpdatePhoneNumber,
): Promise<PhoneNumber> {
  return mutate(ctx, async (tx) => {
    const before = foundNumber(await tx.one(selectNumbers(ctx.workspaceId).where("id", "=", id).forUpdate()));
    const changed = FIELDS.filter(
      (field) => input[field] !== undefined && !same(input[field], before[field]),
    );
    if (changed.length === 0) return { result: before, audit: null };
    const changes: Partial<PhoneNumber> = Object.fromEntries(changed.map((field) => [field, input[field]]));
    await checkGiven(tx, ctx.workspaceId, { ...changes, number: before.number });
    const { hours, ...plain } = changes;
    await tx.all(
      db
        .updateTable("phone_numbers")
        .set({ ...plain, ...(hours !== undefined && { hours: hours === null ? null : json(hours) }) })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    const after: PhoneNumber = { ...before, ...changes };
    const audit = {
      action: "phone_number.updated",
      target: id,
      before: auditView(before),
      after: { ...auditView(after), changed },
    } as const;
    return { result: after, audit };
  });
}
