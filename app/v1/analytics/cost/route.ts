import { summarizeCosts } from "@/lib/data/analytics";
import { CostQuery, CostSummary } from "@/lib/data/analytics/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get costs by agent and day",
    description:
      "Costs of the settled calls of the key's environment that were created in a period, by the price list. Days are in UTC, as prices are. By default, the last 30 days; at most 93. Other than in the totals, tests of drafts count too, as providers bill them.",
    tags: ["Analytics"],
    capability: "analytics.read",
    priority: "bulk",
    query: CostQuery,
    response: CostSummary,
  },
  (ctx, { query }) => summarizeCosts(ctx, query),
);
