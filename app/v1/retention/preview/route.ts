import { previewRetention } from "@/lib/data/retention";
import { PreviewQuery, RetentionPreview } from "@/lib/data/retention/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Preview what goes this week",
    description:
      "How many recordings and transcripts are past their time, or will be within seven days; with `recording_days` or `transcript_days` under those clocks, before anybody sets them.",
    tags: ["Workspace"],
    can: "workspace.read",
    query: PreviewQuery,
    response: RetentionPreview,
  },
  (ctx, { query }) => previewRetention(ctx, query),
);
