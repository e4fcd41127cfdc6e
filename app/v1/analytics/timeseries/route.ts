import { timeseries } from "@/lib/data/analytics";
import { Series, SeriesQuery } from "@/lib/data/analytics/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get one figure over time",
    description:
      "By hours, days or weeks (from Monday) of the workspace's zone, a value for each, also where nothing was. Every metric can be grouped by agent, campaign and channel, `calls` also by status, direction, outcome, state of the recording and reason of a block.",
    tags: ["Analytics"],
    can: "analytics.read",
    query: SeriesQuery,
    response: Series,
  },
  (ctx, { query }) => timeseries(ctx, query),
);
