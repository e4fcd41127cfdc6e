import { timeseries } from "@/lib/data/analytics";
import { Series, SeriesQuery } from "@/lib/data/analytics/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get a metric over time",
    description:
      "By hour, day or week (from Monday) in the workspace's time zone, with a value for each, including zeros. Every metric can be grouped by agent, campaign and channel; `calls` also by status, direction, outcome, recording state and blocking reason.",
    tags: ["Analytics"],
    capability: "analytics.read",
    priority: "bulk",
    query: SeriesQuery,
    response: Series,
  },
  (ctx, { query }) => timeseries(ctx, query),
);
