import { z } from "zod";
import { id, pageOf, pageQuery, Revision, Time, text } from "@/lib/platform/schema";
import { EVENT_KINDS } from "./events";

export { EVENT_KINDS };

const MAX_URL = 2_000;
const MAX_DESCRIPTION = 500;
/** A week, as for an API key. */
const MAX_OVERLAP_MINUTES = 10_080;
/** Enough time to install the new secret; deliveries in progress are signed with both. */
const OVERLAP_MINUTES = 1_440;

const Kind = z.enum(EVENT_KINDS);

const WebhookId = id("whk");
const DeliveryId = id("dlv");

/** The customer's address. It is checked when set, and at each connection. */
const Url = z.url({ protocol: /^https?$/, error: "Use an https address." }).max(MAX_URL);

/** Kinds of events, or `*` for all, including future ones. */
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
  /** Why Parley disabled it: `failing` after five days without a success, `gone` after a 410 response. */
  disabled_reason: z.enum(["failing", "gone"]).nullable(),
  /** Since when no message was accepted; null for a healthy endpoint. */
  failing_since: Time.nullable(),
  /** Until when the previous secret also signs, after a rotation. */
  previous_secret_expires_at: Time.nullable(),
  revision: Revision,
  created_by: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type Webhook = z.output<typeof Webhook>;
export const WebhookPage = pageOf(Webhook);
export const ListWebhooks = z.strictObject(pageQuery);
export const WebhookParams = z.strictObject({ id: WebhookId });

/** Returned only by creation and rotation; a repeated request omits the secret. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string().optional() });
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

/** How long the previous secret also signs. */
export const RotateWebhook = z.strictObject({
  overlap_minutes: z.number().int().min(0).max(MAX_OVERLAP_MINUTES).default(OVERLAP_MINUTES),
});
export type RotateWebhook = z.output<typeof RotateWebhook>;

const DELIVERY_STATUSES = ["pending", "delivered", "failed", "canceled"] as const;

export const Delivery = z.strictObject({
  id: DeliveryId,
  webhook_id: WebhookId,
  /** Shared by all deliveries of one event; its `webhook-id`. */
  event_id: z.string(),
  type: z.string(),
  /** `canceled`: the event's resource was deleted. */
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int().nonnegative(),
  next_attempt_at: Time.nullable(),
  last_attempt_at: Time.nullable(),
  /** Of the last attempt: the HTTP status, if any, and the error. */
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
  type: Kind.optional(),
});
export type ListDeliveries = z.output<typeof ListDeliveries>;
export const DeliveryParams = z.strictObject({ id: WebhookId, delivery: DeliveryId });

/** PostgreSQL has no year 0. */
const Moment = z.iso
  .datetime({ offset: true })
  .refine((at) => !at.startsWith("0000"), "Use a year from 0001 on.");

/** `from` is inclusive, `to` exclusive. Default `events`: those of the endpoint. */
export const ReplayRange = z.strictObject({
  from: Moment,
  to: Moment,
  events: z.array(Kind).min(1).max(EVENT_KINDS.length).optional(),
});
export type ReplayRange = z.output<typeof ReplayRange>;

/**
 * Number of deliveries queued by a replay. If the range has more than one replay can queue, continue from
 * `continue_from`.
 */
export const Replayed = z.strictObject({
  queued: z.int().nonnegative(),
  continue_from: Time.nullable(),
});
export type Replayed = z.output<typeof Replayed>;
