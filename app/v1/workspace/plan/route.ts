import { route } from "@/lib/http";
import { readPlan } from "@/lib/identity/plans";
import { WorkspacePlan } from "@/lib/identity/plans/schema";

export const GET = route(
  {
    summary: "Read the workspace's plan, and its BAA on record",
    can: "plan.read",
    internal: true,
    response: WorkspacePlan,
  },
  (ctx) => readPlan(ctx),
);
