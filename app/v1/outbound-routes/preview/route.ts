import { route } from "@/lib/http";
import { previewOutboundRoute } from "@/lib/outreach/route-previews";
import { OutboundPreview, OutboundPreviewQuery } from "@/lib/outreach/route-previews/schema";

export const GET = route(
  {
    summary: "Preview the trunks of an outbound call",
    description:
      "The outbound route of a call to a number, its trunks in their order, and why one would be skipped now. A campaign can have its own trunks. Nothing is sent or stored.",
    tags: ["Phone numbers"],
    capability: "numbers.read",
    query: OutboundPreviewQuery,
    response: OutboundPreview,
  },
  (ctx, { query }) => previewOutboundRoute(ctx, query.to),
);
