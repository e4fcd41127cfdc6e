/**
 * Every kind of event, with the resource that its message contains. `call` is a call as lists show it, `settled_call`
 * has its transcript. Triggers of `prisma/sql/webhooks.sql` emit them with the change itself, `webhook.test` excepted.
 */
export const WEBHOOK_EVENTS = {
  "agent.created": "agent",
  "agent.deployed": "agent",
  "call.started": "call",
  "call.ended": "call",
  "call.settled": "settled_call",
  "call.scored": "call",
  "call.blocked": "call",
  "recording.ready": "call",
  "recording.suppressed": "call",
  "campaign.launched": "campaign",
  "campaign.paused": "campaign",
  "campaign.completed": "campaign",
  "campaign.failed": "campaign",
  "contact.opted_out": "contact",
  "consent.changed": "contact",
  "contact.data_deleted": "deletion",
  "webhook.test": "webhook",
} as const;

export type EventKind = keyof typeof WEBHOOK_EVENTS;
export type EventResource = (typeof WEBHOOK_EVENTS)[EventKind];
export const EVENT_KINDS = Object.keys(WEBHOOK_EVENTS) as [EventKind, ...EventKind[]];
export const isEventKind = (type: string): type is EventKind => Object.hasOwn(WEBHOOK_EVENTS, type);
