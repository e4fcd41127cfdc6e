import { previewRetention } from "@/lib/data/retention";
import { PreviewQuery, RetentionPreview } from "@/lib/data/retention/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Preview upcoming deletions",
    description:
      "Number of recordings and transcripts whose retention has ended or ends within seven days. `recording_days` and `transcript_days` preview other retention periods.",
    tags: ["Workspace"],
    capability: "workspace.read",
    query: PreviewQuery,
    response: RetentionPreview,
  },
  (ctx, { query }) => previewRetention(ctx, query),
);
