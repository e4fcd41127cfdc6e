import { listDeliveries } from "@/lib/data/webhooks";
import { DeliveryPage, ListDeliveries, WebhookParams } from "@/lib/data/webhooks/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List a webhook's deliveries",
    description: "When each event was sent, and the result. Kept for 30 days, without bodies.",
    tags: ["Webhooks"],
    capability: "webhooks.read",
    params: WebhookParams,
    query: ListDeliveries,
    response: DeliveryPage,
  },
  (ctx, { params, query }) => listDeliveries(ctx, params.id, query),
);
