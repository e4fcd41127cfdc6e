import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import type { EnterpriseFeature, WorkspacePlan } from "./schema";

type PlanCtx = Pick<Ctx, "workspaceId" | "db">;

/** The workspace's plan, and its business associate agreement. */
export async function readPlan(ctx: PlanCtx): Promise<WorkspacePlan> {
  const { plan, settings } = await readWorkspace(ctx);
  return { plan, baa: settings.baa };
}

/**
 * Throws `plan_required` unless the workspace's plan includes the feature. The message says how to change the
 * plan.
 */
export async function requirePlan(ctx: PlanCtx, feature: EnterpriseFeature): Promise<void> {
  const { plan } = await readPlan(ctx);
  if (plan === "enterprise") return;
  throw new AppError(`${feature}_needs_enterprise`, { params: { workspace_id: ctx.workspaceId } });
}
