import { readChart } from "@/lib/data/analytics";
import { ChartParams, ChartQuery } from "@/lib/data/analytics/schema";
import { FileAnswer, route } from "@/lib/http";

export const GET = route(
  {
    summary: "Fetch a chart as a file",
    description: "The figures of one chart of the page as CSV. Each fetch is in the audit log, as an export.",
    tags: ["Analytics"],
    can: "analytics.export",
    params: ChartParams,
    query: ChartQuery,
    file: ["text/csv"],
  },
  async (ctx, { params, query }) => new FileAnswer(await readChart(ctx, params.chart, query), true),
);
