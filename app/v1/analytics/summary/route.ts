import { summarizeCalls } from "@/lib/data/analytics";
import { Summary, SummaryQuery } from "@/lib/data/analytics/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get call totals",
    description:
      "Totals of the calls of the key's environment that were created in a period and have ended. `from` and `to` are days in the workspace's time zone, both included, or times, which are extended to the quarter of an hour. By default, the last 30 days. The analytics guide defines each figure.",
    tags: ["Analytics"],
    capability: "analytics.read",
    priority: "bulk",
    query: SummaryQuery,
    response: Summary,
  },
  (ctx, { query }) => summarizeCalls(ctx, query),
);
