import { summarise } from "@/lib/data/analytics";
import { Summary, SummaryQuery } from "@/lib/data/analytics/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Sum up what came of calls",
    description:
      "Of the calls that were made in a time and have ended, in the environment of who asks. `from` and `to` are days of the workspace's zone, the last one with it, or moments, taken to the quarter of an hour around them; without them the last 30 days. What each figure counts, and of what, stands in the guide to analytics.",
    tags: ["Analytics"],
    can: "analytics.read",
    query: SummaryQuery,
    response: Summary,
  },
  (ctx, { query }) => summarise(ctx, query),
);
