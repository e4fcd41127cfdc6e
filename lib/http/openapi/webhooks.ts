import { z } from "zod";
import { EVENT_DESCRIPTIONS, type EventKind, RESOURCE_SCHEMAS, WEBHOOK_EVENTS } from "@/lib/data/webhooks";
import { Time } from "@/lib/platform/schema";
import { describeFields, type FieldComments } from "./field-comments";
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

type EventField = keyof z.output<ReturnType<typeof eventSchema>>;

/** The description of each field of a message. `workspace_id` has the one that all resources share. */
const DESCRIPTIONS: Readonly<Record<Exclude<EventField, "workspace_id">, string>> = {
  id: "Identifier of the event, `evt_…`, as in the header `webhook-id`. Each attempt and each replay has the same one, so that a receiver can ignore repetitions.",
  type: "Kind of the event. It determines the resource in `data`.",
  timestamp: "Time at which the event occurred. A retry and a replay keep it.",
  environment:
    "Environment in which the event occurred. An endpoint receives only events of the same environment.",
  api_version: "Version of the API that `data` follows.",
  data: "The resource as the API returns it, rendered at the time of the attempt, with sensitive values masked.",
};
const FIELDS: FieldComments = new Map(
  Object.entries(DESCRIPTIONS).map(([name, text]) => [name, { text, inner: new Map() }]),
);

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
  describeFields(schema, FIELDS);
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
