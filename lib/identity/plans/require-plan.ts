import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { ENTERPRISE_FEATURES, type EnterpriseFeature, type WorkspacePlan } from "./schema";

type Asking = Pick<Ctx, "workspaceId" | "db">;

/** The workspace's plan, and its business associate agreement. */
export async function readPlan(ctx: Asking): Promise<WorkspacePlan> {
  const { plan, settings } = await readWorkspace(ctx);
  return { plan, baa: settings.baa };
}

/** Throws `plan_required`, with what to do, unless the workspace's plan has the feature. */
export async function requirePlan(ctx: Asking, feature: EnterpriseFeature): Promise<void> {
  const { plan } = await readPlan(ctx);
  if (plan === "enterprise") return;
  throw new AppError(
    "plan_required",
    `${ENTERPRISE_FEATURES[feature]} is part of the Enterprise plan. Ask whoever runs Parley for it: they give a workspace its plan with \`npm run workspace -- plan ${ctx.workspaceId} enterprise\`.`,
  );
}
