import { readWebhook, rotateWebhook } from "@/lib/data/webhooks";
import { RotateWebhook, WebhookParams, WebhookWithSecret } from "@/lib/data/webhooks/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Rotate a webhook's secret",
    description:
      "The new secret is in this answer only. For `overlap_minutes`, a day unless told, messages bear a signature of the former one too.",
    tags: ["Webhooks"],
    can: "webhooks.manage",
    params: WebhookParams,
    body: RotateWebhook,
    response: WebhookWithSecret,
    replay: (ctx, { reference }) => readWebhook(ctx, reference),
  },
  (ctx, { params, body }) => rotateWebhook(ctx, params.id, body),
);
