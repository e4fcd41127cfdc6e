import { deleteWebhook, readWebhook, updateWebhook } from "@/lib/data/webhooks";
import { UpdateWebhook, Webhook, WebhookParams } from "@/lib/data/webhooks/schema";
import { route } from "@/lib/http";

const tags = ["Webhooks"];

export const GET = route(
  { summary: "Get a webhook", tags, can: "webhooks.read", params: WebhookParams, response: Webhook },
  (ctx, { params }) => readWebhook(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Change a webhook",
    description: "Switched on again, or at another address, it begins anew: what is still due is sent.",
    tags,
    can: "webhooks.manage",
    params: WebhookParams,
    body: UpdateWebhook,
    response: Webhook,
  },
  (ctx, { params, body }) => updateWebhook(ctx, params.id, body),
);

export const DELETE = route(
  {
    summary: "Delete a webhook",
    description: "Its secret and the log of its deliveries go with it.",
    tags,
    can: "webhooks.manage",
    params: WebhookParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await deleteWebhook(ctx, params.id);
    return undefined;
  },
);
