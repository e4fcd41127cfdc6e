import { readDelivery, testWebhook } from "@/lib/data/webhooks";
import { Delivery, WebhookParams } from "@/lib/data/webhooks/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Send a test event",
    description: "A `webhook.test` event goes to this webhook; the answer is its delivery.",
    tags: ["Webhooks"],
    capability: "webhooks.manage",
    params: WebhookParams,
    response: Delivery,
    status: 202,
    replay: (ctx, { params, reference }) => readDelivery(ctx, params.id, reference),
  },
  (ctx, { params }) => testWebhook(ctx, params.id),
);
