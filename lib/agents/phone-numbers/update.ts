import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import { auditView, checkNumberInput, numberOrNotFound, selectNumbers } from "./row";
import type { PhoneNumber, UpdatePhoneNumber } from "./schema";

const FIELDS = ["agent_id", "integration_id", "hours", "fallback_number"] as const;
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Changes a number's agent, hours, fallback number and account. Throws `not_found`, `precondition_failed`,
 * and 400 like `createPhoneNumber`.
 */
export async function updatePhoneNumber(
  ctx: Ctx,
  id: string,
  input: UpdatePhoneNumber,
  ifMatch: IfMatch = null,
): Promise<PhoneNumber> {
  return writeAudited(ctx, async (tx) => {
    const before = numberOrNotFound(
      await tx.first(selectNumbers(ctx.workspaceId).where("id", "=", id).forNoKeyUpdate()),
    );
    requireMatch(ifMatch, before, "phone_number");
    const changed = FIELDS.filter(
      (field) => input[field] !== undefined && !isEqual(input[field], before[field]),
    );
    if (changed.length === 0) return { result: before, audit: null };
    const changes: Partial<PhoneNumber> = Object.fromEntries(changed.map((field) => [field, input[field]]));
    await checkNumberInput(tx, ctx.workspaceId, { ...changes, number: before.number });
    const { hours, ...plain } = changes;
    const updated = await tx.first(
      db
        .updateTable("phone_numbers")
        .set({ ...plain, ...(hours !== undefined && { hours: hours === null ? null : json(hours) }) })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .returning("revision"),
    );
    const after: PhoneNumber = { ...before, ...changes, revision: revisionOf(updated) };
    const audit = {
      action: "phone_number.updated",
      target: id,
      before: auditView(before),
      after: { ...auditView(after), changed },
    } as const;
    return { result: after, audit };
  });
}
