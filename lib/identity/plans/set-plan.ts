import { selectWorkspace } from "@/lib/identity/workspaces";
import { type Baa, type Plan, StoredWorkspace } from "@/lib/identity/workspaces/schema";
import { type AuditView, mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";

/** The name of who signed is a person's, and the log keeps none. */
const auditView = ({ plan, settings: { baa } }: StoredWorkspace): AuditView => ({
  plan,
  baa_signed_on: baa?.signed_on ?? null,
});

/** Changes what the operator decides of a workspace; a change that changes nothing leaves no trace. */
function change(
  ctx: Ctx,
  action: string,
  to: (before: StoredWorkspace) => StoredWorkspace,
): Promise<StoredWorkspace> {
  return mutate(ctx, async (tx) => {
    const found = await tx.one(selectWorkspace(ctx.workspaceId).forUpdate());
    if (found === undefined) throw notFound();
    const before = StoredWorkspace.parse(found);
    const after = to(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return { result: after, audit: null };
    await tx.all(
      db
        .updateTable("workspaces")
        .set({ plan: after.plan, settings: json(after.settings) })
        .where("id", "=", ctx.workspaceId),
    );
    const audit = {
      action,
      target: ctx.workspaceId,
      before: auditView(before),
      after: auditView(after),
    };
    return { result: after, audit };
  });
}

/**
 * Gives the workspace a plan. What was set up under Enterprise goes on working on the standard plan, so that nobody is
 * shut out of their workspace by it, and cannot be set up anew. Throws `invalid_state` while a BAA is on record, as
 * that agreement cannot be kept without the plan.
 */
export async function setPlan(ctx: Ctx, plan: Plan): Promise<void> {
  await change(ctx, "workspace.plan_changed", (before) => {
    if (plan === "standard" && before.settings.baa !== null)
      throw new AppError("invalid_state", "A BAA is on record. Take it off the record before.");
    return { ...before, plan };
  });
}

/** Puts a signed BAA on record, or takes it off (null). Throws `plan_required` on the standard plan. */
export async function setBaa(ctx: Ctx, baa: Baa | null): Promise<void> {
  const action = baa === null ? "workspace.baa_removed" : "workspace.baa_recorded";
  await change(ctx, action, (before) => {
    if (baa !== null && before.plan !== "enterprise")
      throw new AppError("plan_required", "A BAA is part of the Enterprise plan. Set the plan before.");
    return { ...before, settings: { ...before.settings, baa } };
  });
}
