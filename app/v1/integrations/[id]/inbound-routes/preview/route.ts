import { InboundRoutesParams } from "@/lib/agents/inbound-routes/schema";
import { route } from "@/lib/http";
import { previewInboundRoute } from "@/lib/outreach/route-previews";
import { InboundPreview, InboundPreviewQuery } from "@/lib/outreach/route-previews/schema";

export const GET = route(
  {
    summary: "Preview an inbound call of a SIP trunk",
    description:
      "The phone number or inbound route that would decide a call to a number, and how the call would be answered now. Nothing is stored.",
    tags: ["Integrations"],
    capability: "numbers.read",
    params: InboundRoutesParams,
    query: InboundPreviewQuery,
    response: InboundPreview,
  },
  (ctx, { params, query }) => previewInboundRoute(ctx, params.id, query.called),
);
