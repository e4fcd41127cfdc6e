import { parseWorkspace, selectWorkspace, workspaceSettingsDocument } from "@/lib/identity/workspaces";
import type { Baa, Plan, StoredWorkspace } from "@/lib/identity/workspaces/schema";
import { type AuditView, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";

/** Omits the signer's name: the audit log keeps no names of people. */
const auditView = ({ plan, settings: { baa } }: StoredWorkspace): AuditView => ({
  plan,
  baa_signed_on: baa?.signed_on ?? null,
});

/** Changes settings that only the operator controls. A change without effect writes nothing. */
function updateWorkspaceRow(
  ctx: Ctx,
  action: string,
  update: (before: StoredWorkspace) => StoredWorkspace,
): Promise<StoredWorkspace> {
  return writeAudited(ctx, async (tx) => {
    const row = await tx.first(selectWorkspace(ctx.workspaceId).forNoKeyUpdate());
    if (row === undefined) throw notFound();
    const before = parseWorkspace(row);
    const after = update(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return { result: after, audit: null };
    await tx.all(
      db
        .updateTable("workspaces")
        .set({
          plan: after.plan,
          settings: json(workspaceSettingsDocument.write(after.settings, before.settings)),
        })
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
 * Sets the workspace's plan. Enterprise features that are already set up keep working on the standard plan,
 * so that no member is locked out, but they cannot be set up again. Throws `invalid_state` while a BAA is on
 * record, as that agreement requires the plan.
 */
export async function setPlan(ctx: Ctx, plan: Plan): Promise<void> {
  await updateWorkspaceRow(ctx, "workspace.plan_changed", (before) => {
    if (plan === "standard" && before.settings.baa !== null) throw new AppError("baa_on_record");
    return { ...before, plan };
  });
}

/** Records a signed BAA, or removes it (null). Throws `plan_required` on the standard plan. */
export async function setBaa(ctx: Ctx, baa: Baa | null): Promise<void> {
  const action = baa === null ? "workspace.baa_removed" : "workspace.baa_recorded";
  await updateWorkspaceRow(ctx, action, (before) => {
    if (baa !== null && before.plan !== "enterprise") throw new AppError("baa_before_enterprise");
    return { ...before, settings: { ...before.settings, baa } };
  });
}
