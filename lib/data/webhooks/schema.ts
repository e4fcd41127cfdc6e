import { z } from "zod";
import { USE_LATER_YEAR } from "@/lib/platform/reasons/fields/platform";
import { EVENT_MISSING, USE_HTTPS_ADDRESS } from "@/lib/platform/reasons/fields/webhooks";
import { id, pageOf, pageQuery, Revision, Time, text } from "@/lib/platform/schema";
import { EVENT_KINDS } from "./values";

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
const Url = z.url({ protocol: /^https?$/, error: USE_HTTPS_ADDRESS }).max(MAX_URL);

/** Kinds of events, or `*` for all, including future ones. */
const Events = z
  .array(z.enum(["*", ...EVENT_KINDS]))
  .min(1, EVENT_MISSING)
  .max(EVENT_KINDS.length)
  .transform((kinds) => (kinds.includes("*") ? ["*"] : [...new Set(kinds)]));

export const CreateWebhook = z.strictObject({
  /**
   * Address that receives the events. It must use https and lead to a public host, unless the operator has
   * listed it.
   */
  url: Url,
  /** Kinds of events to send, or `["*"]` for all, also future ones. */
  events: Events,
  /** Text for people. */
  description: text(MAX_DESCRIPTION).default(""),
  /** Whether events are sent. Missed ones can be replayed later. */
  enabled: z.boolean().default(true),
});
export type CreateWebhook = z.output<typeof CreateWebhook>;

export const UpdateWebhook = z.strictObject({
  /**
   * Address that receives the events. It must use https and lead to a public host, unless the operator has
   * listed it.
   */
  url: Url.optional(),
  /** Kinds of events to send, which replace all current ones, or `["*"]` for all, also future ones. */
  events: Events.optional(),
  /** Text for people. */
  description: text(MAX_DESCRIPTION).optional(),
  /** Whether events are sent. True also enables an endpoint again that Parley has disabled. */
  enabled: z.boolean().optional(),
});
export type UpdateWebhook = z.output<typeof UpdateWebhook>;

export const Webhook = z.strictObject({
  id: WebhookId,
  environment: z.enum(["live", "test"]),
  /** Address that receives the events. */
  url: z.string(),
  /** Text for people; empty for none. */
  description: z.string(),
  /** Kinds of events that are sent, or `["*"]` for all. */
  events: z.array(z.string()),
  /** Whether events are sent. */
  enabled: z.boolean(),
  /**
   * Why Parley disabled it: `failing` after five days without a success, `gone` after a 410 response. Null
   * if it did not.
   */
  disabled_reason: z.enum(["failing", "gone"]).nullable(),
  /** Since when no message was accepted; null for a healthy endpoint. */
  failing_since: Time.nullable(),
  /** Until when the previous secret also signs, after a rotation. */
  previous_secret_expires_at: Time.nullable(),
  revision: Revision,
  /** Identifier of the member, `mem_…`, or the API key, `key_…`, that created it. */
  created_by: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type Webhook = z.output<typeof Webhook>;
export const WebhookPage = pageOf(Webhook);
export const ListWebhooks = z.strictObject(pageQuery);
export const WebhookParams = z.strictObject({ id: WebhookId });

/** Returned only by creation and rotation; a repeated request omits the secret. */
export const WebhookWithSecret = Webhook.extend({
  /** Secret that verifies signatures, `whsec_…`. It is shown only in this response. */
  secret: z.string().optional(),
});
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

/** How long the previous secret also signs. */
export const RotateWebhook = z.strictObject({
  /** Minutes for which messages also carry a signature of the previous secret. */
  overlap_minutes: z.number().int().min(0).max(MAX_OVERLAP_MINUTES).default(OVERLAP_MINUTES),
});
export type RotateWebhook = z.output<typeof RotateWebhook>;

const DELIVERY_STATUSES = ["pending", "delivered", "failed", "canceled"] as const;

export const Delivery = z.strictObject({
  id: DeliveryId,
  webhook_id: WebhookId,
  /** Shared by all deliveries of one event; its `webhook-id`. */
  event_id: z.string(),
  /** Kind of the event. */
  type: z.string(),
  /** `canceled`: the event's resource was deleted. */
  status: z.enum(DELIVERY_STATUSES),
  /** Number of attempts so far. */
  attempts: z.int().nonnegative(),
  /** Time of the next attempt; null if none is planned. */
  next_attempt_at: Time.nullable(),
  /** Time of the last attempt; null before the first. */
  last_attempt_at: Time.nullable(),
  /** HTTP status of the last response; null if there was none. */
  response_status: z.int().nullable(),
  /**
   * Code of the last attempt's failure, such as `http_status`, `redirect` or `timeout`; null for a success.
   */
  error: z.string().nullable(),
  /** Duration of the last attempt in milliseconds; null before the first. */
  duration_ms: z.int().nullable(),
  /** Identifier of the delivery that this one replays, `dlv_…`; null for none. */
  replay_of: DeliveryId.nullable(),
  created_at: Time,
});
export type Delivery = z.output<typeof Delivery>;
export const DeliveryPage = pageOf(Delivery);
export const ListDeliveries = z.strictObject({
  ...pageQuery,
  /** Selects deliveries with this status. */
  status: z.enum(DELIVERY_STATUSES).optional(),
  /** Selects deliveries of this kind of event. */
  type: Kind.optional(),
});
export type ListDeliveries = z.output<typeof ListDeliveries>;
export const DeliveryParams = z.strictObject({ id: WebhookId, delivery: DeliveryId });

/** PostgreSQL has no year 0. */
const Moment = z.iso.datetime({ offset: true }).refine((at) => !at.startsWith("0000"), USE_LATER_YEAR);

/** `from` is inclusive, `to` exclusive. Default `events`: those of the endpoint. */
export const ReplayRange = z.strictObject({
  /** Time of the first event to send again, inclusive. Events are kept for 30 days. */
  from: Moment,
  /** Time until which events are sent again, exclusive. */
  to: Moment,
  /** Kinds of events to send again. Default: those of the endpoint. */
  events: z.array(Kind).min(1).max(EVENT_KINDS.length).optional(),
});
export type ReplayRange = z.output<typeof ReplayRange>;

/**
 * Number of deliveries queued by a replay. If the range has more than one replay can queue, continue from
 * `continue_from`.
 */
export const Replayed = z.strictObject({
  /** Number of deliveries that will be sent. */
  queued: z.int().nonnegative(),
  /**
   * The value of `from` for the next replay, if the range has more events than one can send; null
   * otherwise.
   */
  continue_from: Time.nullable(),
});
export type Replayed = z.output<typeof Replayed>;
