import { z } from "zod";
import { id, pageOf, pageQuery, Time, text } from "@/lib/platform/schema";

const MAX_URL = 2_000;
const MAX_DESCRIPTION = 500;
/** A week, as of an API key. */
const MAX_OVERLAP_MINUTES = 10_080;
/** Long enough to put the new secret where deliveries are checked; those that are under way are signed with both. */
const OVERLAP_MINUTES = 1_440;

/** Every kind of event. Source: the `/v1` contract, webhooks. */
export const EVENT_KINDS = [
  "agent.created",
  "agent.deployed",
  "call.started",
  "call.ended",
  "call.settled",
  "call.blocked",
  "recording.ready",
  "recording.suppressed",
  "campaign.launched",
  "campaign.paused",
  "campaign.completed",
  "campaign.failed",
  "contact.opted_out",
  "consent.changed",
  "contact.data_deleted",
  "webhook.test",
] as const;
export const EventKind = z.enum(EVENT_KINDS);
export type EventKind = z.output<typeof EventKind>;

const WebhookId = id("whk");
const DeliveryId = id("dlv");

/** An address of the customer's. Where it leads is checked as it is set, and again at each connection. */
const Url = z.url({ protocol: /^https?$/, error: "Use an https address." }).max(MAX_URL);

/** Kinds, or `*` for all of them, also those that come later. */
const Events = z
  .array(z.enum(["*", ...EVENT_KINDS]))
  .min(1, "Choose at least one event.")
  .max(EVENT_KINDS.length)
  .transform((kinds) => (kinds.includes("*") ? ["*"] : [...new Set(kinds)]));

export const CreateWebhook = z.strictObject({
  url: Url,
  events: Events,
  description: text(MAX_DESCRIPTION).default(""),
  enabled: z.boolean().default(true),
});
export type CreateWebhook = z.output<typeof CreateWebhook>;

export const UpdateWebhook = z.strictObject({
  url: Url.optional(),
  events: Events.optional(),
  description: text(MAX_DESCRIPTION).optional(),
  enabled: z.boolean().optional(),
});
export type UpdateWebhook = z.output<typeof UpdateWebhook>;

export const Webhook = z.strictObject({
  id: WebhookId,
  environment: z.enum(["live", "test"]),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
  /** Why Parley switched it off: `failing` after five days without a success, `gone` as it answered 410. */
  disabled_reason: z.enum(["failing", "gone"]).nullable(),
  /** Since when nothing was taken; null while all is well. */
  failing_since: Time.nullable(),
  /** Until when the former secret signs too, after a rotation. */
  previous_secret_expires_at: Time.nullable(),
  created_by: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type Webhook = z.output<typeof Webhook>;
export const WebhookPage = pageOf(Webhook);
export const ListWebhooks = z.strictObject(pageQuery);
export const WebhookParams = z.strictObject({ id: WebhookId });

/** The answer of the creation and of a rotation alone; a repeated request is answered without the secret. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string().optional() });
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

/** How long the former secret goes on signing beside the new one. */
export const RotateWebhook = z.strictObject({
  overlap_minutes: z.number().int().min(0).max(MAX_OVERLAP_MINUTES).default(OVERLAP_MINUTES),
});
export type RotateWebhook = z.output<typeof RotateWebhook>;

const DELIVERY_STATUSES = ["pending", "delivered", "failed", "canceled"] as const;

export const Delivery = z.strictObject({
  id: DeliveryId,
  webhook_id: WebhookId,
  /** The same for each delivery of one event, and its `webhook-id`. */
  event_id: z.string(),
  type: z.string(),
  /** `canceled`: what the event was about is gone. */
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int().nonnegative(),
  next_attempt_at: Time.nullable(),
  last_attempt_at: Time.nullable(),
  /** Of the last attempt: the HTTP status, if there was an answer, and what was wrong. */
  response_status: z.int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.int().nullable(),
  replay_of: DeliveryId.nullable(),
  created_at: Time,
});
export type Delivery = z.output<typeof Delivery>;
export const DeliveryPage = pageOf(Delivery);
export const ListDeliveries = z.strictObject({
  ...pageQuery,
  status: z.enum(DELIVERY_STATUSES).optional(),
  type: EventKind.optional(),
});
export type ListDeliveries = z.output<typeof ListDeliveries>;
export const DeliveryParams = z.strictObject({ id: WebhookId, delivery: DeliveryId });

/** PostgreSQL knows no year 0. */
const Moment = z.iso
  .datetime({ offset: true })
  .refine((at) => !at.startsWith("0000"), "Use a year from 0001 on.");

/** `from` is in it, `to` is not. Without `events`, what the endpoint is set to take. */
export const ReplayRange = z.strictObject({
  from: Moment,
  to: Moment,
  events: z.array(EventKind).min(1).max(EVENT_KINDS.length).optional(),
});
export type ReplayRange = z.output<typeof ReplayRange>;

/** How many deliveries a replay has queued. `more`: the range holds more than one replay takes; ask again from `continue_from`. */
export const Replayed = z.strictObject({
  queued: z.int().nonnegative(),
  continue_from: Time.nullable(),
});
export type Replayed = z.output<typeof Replayed>;
