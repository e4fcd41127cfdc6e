import { route } from "@/lib/http";
import { createKey, listKeys, readKey } from "@/lib/identity/keys";
import { CreateKey, KeyPage, KeyWithSecret, ListKeys } from "@/lib/identity/keys/schema";

const tags = ["Keys"];

export const GET = route(
  {
    summary: "List API keys",
    tags,
    capability: "keys.manage",
    refuseTest: true,
    query: ListKeys,
    response: KeyPage,
  },
  (ctx, { query }) => listKeys(ctx, query),
);

export const POST = route(
  {
    summary: "Create an API key",
    description: "The secret is returned only in this response, and not for a repeated `Idempotency-Key`.",
    tags,
    capability: "keys.manage",
    refuseTest: true,
    body: CreateKey,
    response: KeyWithSecret,
    status: 201,
    location: ({ id }) => `/v1/keys/${id}`,
    replay: (ctx, { reference }) => readKey(ctx, reference),
  },
  (ctx, { body }) => createKey(ctx, body),
);
