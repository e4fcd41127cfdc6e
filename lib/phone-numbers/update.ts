import { mutate } from "@/lib/audit";
import type { Ctx } from "@/lib/context";
import { db } from "@/lib/db";
import { auditView, checkNames, foundNumber, selectNumbers } from "./row";
import type { PhoneNumber, UpdatePhoneNumber } from "./schema";

/** Changes who answers on a number, and by which account it is reached. Throws `not_found`, and 400 as `createPhoneNumber`. */
export async function updatePhoneNumber(
  ctx: Ctx,
  id: string,
  { agent_id: agentId, integration_id: integrationId }: UpdatePhoneNumber,
): Promise<PhoneNumber> {
  return mutate(ctx, async (tx) => {
    const before = foundNumber(await tx.one(selectNumbers(ctx.workspaceId).where("id", "=", id).forUpdate()));
    const changes = {
      ...(agentId !== undefined && { agent_id: agentId }),
      ...(integrationId !== undefined && { integration_id: integrationId }),
    };
    const after: PhoneNumber = { ...before, ...changes };
    if (after.agent_id === before.agent_id && after.integration_id === before.integration_id)
      return { result: before, audit: null };
    await checkNames(tx, ctx.workspaceId, changes);
    await tx.all(
      db
        .updateTable("phone_numbers")
        .set(changes)
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    const audit = {
      action: "phone_number.updated",
      target: id,
      before: auditView(before),
      after: auditView(after),
    } as const;
    return { result: after, audit };
  });
}
