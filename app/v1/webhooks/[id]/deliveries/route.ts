import { listDeliveries } from "@/lib/data/webhooks";
import { DeliveryPage, ListDeliveries, WebhookParams } from "@/lib/data/webhooks/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List a webhook's deliveries",
    description: "What was sent when, and how it went. Kept for 30 days; bodies are not kept.",
    tags: ["Webhooks"],
    can: "webhooks.read",
    params: WebhookParams,
    query: ListDeliveries,
    response: DeliveryPage,
  },
  (ctx, { params, query }) => listDeliveries(ctx, params.id, query),
);
