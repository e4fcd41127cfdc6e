import { route } from "@/lib/http";
import { readPlan } from "@/lib/identity/plans";
import { WorkspacePlan } from "@/lib/identity/plans/schema";

export const GET = route(
  {
    summary: "Get the workspace's plan and its BAA",
    capability: "plan.read",
    internal: true,
    response: WorkspacePlan,
  },
  (ctx) => readPlan(ctx),
);
