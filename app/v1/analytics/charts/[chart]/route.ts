import { exportChart } from "@/lib/data/analytics";
import { ChartParams, ChartQuery } from "@/lib/data/analytics/schema";
import { FileResponse, route } from "@/lib/http";

export const GET = route(
  {
    summary: "Download a chart",
    description:
      "The figures of one chart of the analytics page, as CSV. Each download is recorded in the audit log as an export.",
    tags: ["Analytics"],
    capability: "analytics.export",
    priority: "bulk",
    params: ChartParams,
    query: ChartQuery,
    file: ["text/csv"],
  },
  async (ctx, { params, query }) => new FileResponse(await exportChart(ctx, params.chart, query), true),
);
