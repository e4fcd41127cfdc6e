import { exampleId } from "@/lib/http/openapi/examples";
import {
  BLOCKED_CALL,
  ENDED_CALL,
  OUTCOME_EXAMPLE,
  RECORDED_CALL,
  SCORES_EXAMPLE,
  UNRECORDED_CALL,
} from "./call-examples";
import { document, resolveSchema, type Schema } from "./document";
import { exampleOf, type KnownValues } from "./example-value";
import { knownValuesOf } from "./known-values";

/** A kind of webhook event with an example of its message. */
export type WebhookEvent = { type: string; description: string; schema: Schema; example: unknown };

const ENDED: KnownValues = { ...ENDED_CALL, contact_id: exampleId("ctc") };
const SETTLED: KnownValues = {
  ...ENDED,
  settled_at: "2026-11-24T09:00:00.000Z",
  outcome: OUTCOME_EXAMPLE,
};
/** Values that the resource has when the event is sent. */
const STATES: Readonly<Record<string, KnownValues>> = {
  "agent.deployed": { status: "live", live_version: 3, deployed_at: "2026-11-24T09:00:00.000Z" },
  "call.ended": ENDED,
  "call.settled": SETTLED,
  "call.scored": { ...SETTLED, scores: SCORES_EXAMPLE },
  "call.blocked": { ...BLOCKED_CALL, contact_id: exampleId("ctc") },
  "recording.ready": { ...RECORDED_CALL, contact_id: exampleId("ctc") },
  "recording.suppressed": { ...UNRECORDED_CALL, contact_id: exampleId("ctc") },
  "campaign.launched": { status: "running", launched_at: "2026-11-24T09:00:00.000Z" },
  "campaign.paused": { status: "paused", launched_at: "2026-11-24T08:00:00.000Z" },
  "campaign.completed": { status: "completed", completed_at: "2026-11-24T09:00:00.000Z" },
  "campaign.failed": { status: "failed", launched_at: "2026-11-24T08:00:00.000Z" },
  "contact.data_deleted": { status: "completed", completed_at: "2026-11-24T09:00:00.000Z" },
};

function eventOf(type: string): WebhookEvent {
  const operation = document.webhooks[type]?.post;
  const schema = operation?.requestBody?.content["application/json"]?.schema;
  if (operation === undefined || schema === undefined) throw new Error(`The document has no event ${type}.`);
  const data = resolveSchema(schema).properties?.data ?? {};
  const resource = type.split(".")[0] ?? "";
  const example = {
    ...(exampleOf(schema, { id: exampleId("evt"), workspace_id: exampleId("ws") }) as object),
    data: exampleOf(data, knownValuesOf(resource), STATES[type]),
  };
  return { type, description: operation.description, schema, example };
}

export const EVENTS: readonly WebhookEvent[] = Object.keys(document.webhooks).map(eventOf);
