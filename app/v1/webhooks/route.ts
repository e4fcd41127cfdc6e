import { createWebhook, listWebhooks, readWebhook } from "@/lib/data/webhooks";
import { CreateWebhook, ListWebhooks, WebhookPage, WebhookWithSecret } from "@/lib/data/webhooks/schema";
import { route } from "@/lib/http";

const tags = ["Webhooks"];

export const GET = route(
  { summary: "List webhooks", tags, can: "webhooks.read", query: ListWebhooks, response: WebhookPage },
  (ctx, { query }) => listWebhooks(ctx, query),
);

export const POST = route(
  {
    summary: "Create a webhook",
    description:
      "Events are sent to the address, signed by Standard Webhooks. The secret is in this answer only. An address that leads inside is refused.",
    tags,
    can: "webhooks.manage",
    body: CreateWebhook,
    response: WebhookWithSecret,
    status: 201,
    location: ({ id }) => `/v1/webhooks/${id}`,
    replay: (ctx, { reference }) => readWebhook(ctx, reference),
  },
  (ctx, { body }) => createWebhook(ctx, body),
);
