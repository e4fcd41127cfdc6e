import { z } from "zod";
import { EVENT_DESCRIPTIONS, type EventKind, RESOURCE_SCHEMAS, WEBHOOK_EVENTS } from "@/lib/data/webhooks";
import { Time } from "@/lib/platform/schema";
import type { Json } from "./json";
import type { Schemas } from "./schemas";

/** The body of an event's message. `data` is the resource as the API returns it, masked. */
const eventSchema = (type: EventKind) =>
  z.strictObject({
    id: z.string(),
    type: z.literal(type),
    timestamp: Time,
    workspace_id: z.string(),
    environment: z.enum(["live", "test"]),
    api_version: z.literal("v1"),
    data: RESOURCE_SCHEMAS[WEBHOOK_EVENTS[type]],
  });

/** The Standard Webhooks headers of each message. */
const HEADERS: readonly Json[] = [
  ["webhook-id", "The ID of the event. It is the same in each attempt and replay."],
  ["webhook-timestamp", "The time of the attempt in seconds since 1970."],
  [
    "webhook-signature",
    "`v1,` and the HMAC-SHA-256 of `id.timestamp.body` in base64. After a rotation, two signatures are separated by a space.",
  ],
].map(([name, description]) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
}));

const camel = (type: string): string =>
  type.replace(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase());

function operationOf(type: EventKind, schemas: Schemas): Json {
  const schema = schemas.of(eventSchema(type), "output");
  return {
    post: {
      operationId: `${camel(type)}Event`,
      summary: type,
      description: EVENT_DESCRIPTIONS[type],
      tags: ["Webhooks"],
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: { "2XX": { description: "Accepted. Any other response is retried." } },
    },
  };
}

/** The `webhooks` of the document: each kind of event with its message. */
export const webhooksOf = (schemas: Schemas): Json =>
  Object.fromEntries(
    (Object.keys(WEBHOOK_EVENTS) as EventKind[]).map((type) => [type, operationOf(type, schemas)]),
  );
