import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { ENTERPRISE_FEATURES, type EnterpriseFeature, type WorkspacePlan } from "./schema";

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
  throw new AppError(
    "plan_required",
    `${ENTERPRISE_FEATURES[feature]} is part of the Enterprise plan. Ask the operator of Parley to change the plan with \`npm run workspace -- plan ${ctx.workspaceId} enterprise\`.`,
  );
}
