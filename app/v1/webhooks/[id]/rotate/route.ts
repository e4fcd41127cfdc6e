import { readWebhook, rotateWebhook } from "@/lib/data/webhooks";
import { RotateWebhook, WebhookParams, WebhookWithSecret } from "@/lib/data/webhooks/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Rotate a webhook's secret",
    description:
      "The new secret is returned only in this response. For `overlap_minutes`, by default a day, messages are also signed with the previous secret.",
    tags: ["Webhooks"],
    capability: "webhooks.manage",
    params: WebhookParams,
    body: RotateWebhook,
    response: WebhookWithSecret,
    ifMatch: true,
    etag: ({ revision }) => revision,
    replay: (ctx, { reference }) => readWebhook(ctx, reference),
  },
  (ctx, { params, body, ifMatch }) => rotateWebhook(ctx, params.id, body, ifMatch),
);
