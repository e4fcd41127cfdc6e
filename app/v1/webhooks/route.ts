import { createWebhook, listWebhooks, readWebhook } from "@/lib/data/webhooks";
import { CreateWebhook, ListWebhooks, WebhookPage, WebhookWithSecret } from "@/lib/data/webhooks/schema";
import { route } from "@/lib/http";

const tags = ["Webhooks"];

export const GET = route(
  { summary: "List webhooks", tags, capability: "webhooks.read", query: ListWebhooks, response: WebhookPage },
  (ctx, { query }) => listWebhooks(ctx, query),
);

export const POST = route(
  {
    summary: "Create a webhook",
    description:
      "Sends events to the address, signed as in Standard Webhooks. The secret is returned only in this response. An internal address is rejected.",
    tags,
    capability: "webhooks.manage",
    body: CreateWebhook,
    response: WebhookWithSecret,
    status: 201,
    etag: ({ revision }) => revision,
    location: ({ id }) => `/v1/webhooks/${id}`,
    replay: (ctx, { reference }) => readWebhook(ctx, reference),
  },
  (ctx, { body }) => createWebhook(ctx, body),
);
