import { deleteWebhook, readWebhook, updateWebhook } from "@/lib/data/webhooks";
import { UpdateWebhook, Webhook, WebhookParams } from "@/lib/data/webhooks/schema";
import { route } from "@/lib/http";

const tags = ["Webhooks"];

export const GET = route(
  {
    summary: "Get a webhook",
    tags,
    capability: "webhooks.read",
    params: WebhookParams,
    response: Webhook,
    etag: ({ revision }) => revision,
  },
  (ctx, { params }) => readWebhook(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Update a webhook",
    description:
      "An enabled webhook, or one with a new address, starts again: events that are still due are sent.",
    tags,
    capability: "webhooks.manage",
    params: WebhookParams,
    body: UpdateWebhook,
    response: Webhook,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { params, body, ifMatch }) => updateWebhook(ctx, params.id, body, ifMatch),
);

export const DELETE = route(
  {
    summary: "Delete a webhook",
    description: "Also deletes its secret and the log of its deliveries.",
    tags,
    capability: "webhooks.manage",
    params: WebhookParams,
    status: 204,
    ifMatch: true,
  },
  async (ctx, { params, ifMatch }) => {
    await deleteWebhook(ctx, params.id, ifMatch);
    return undefined;
  },
);
