import { readCostLimits, setCostLimits } from "@/lib/agents/cost-limits";
import { CostLimits, SetCostLimits } from "@/lib/agents/cost-limits/schema";
import { route } from "@/lib/http";

const tags = ["Analytics"];

export const GET = route(
  {
    summary: "Get the cost limits",
    description: "What the workspace's calls may cost by day and month, and what they have cost so far.",
    tags,
    capability: "analytics.read",
    response: CostLimits,
    etag: ({ revision }) => revision,
  },
  (ctx) => readCostLimits(ctx),
);

export const PUT = route(
  {
    summary: "Set the cost limits",
    description:
      "Replaces the limits. They act before the money is spent: a call whose next step would exceed a limit ends with the reason `cost_limit`, a new call is refused with 429, and a campaign waits. Limits of an agent and of a call are in the agent's `cost_limits`.",
    tags,
    capability: "integrations.manage",
    body: SetCostLimits,
    response: CostLimits,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { body, ifMatch }) => setCostLimits(ctx, body, ifMatch),
);
