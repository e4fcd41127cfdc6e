import type { Ctx, Environment } from "@/lib/platform/context";

/** How a carrier reaches a contact: by a call, or by a conversation by text. */
export type ContactChannel = "call" | "text";

/** An attempt for a carrier to place. Numbers are in E.164; `from` is null if the carrier chooses it. */
export type PlaceRequest = {
  callId: string;
  /** The attempt's key. It is the carrier's idempotency reference; `find` looks the attempt up by it. */
  key: string;
  channel: ContactChannel;
  to: string;
  from: string | null;
};

/**
 * Why a carrier rejects a number, permanently or for now. `unsubscribed`: the number opted out at the
 * carrier. `encryption_required`: the workspace requires encrypted calls, and no trunk of the call has them.
 */
export type RefusalKind =
  | "invalid_number"
  | "unreachable"
  | "unsubscribed"
  | "not_allowed"
  | "encryption_required";

/**
 * The result of placing. `placed`: the attempt is in progress under the reference of that carrier (by default the one that was called). `retry_later`,
 * `unavailable` and `no_gateway` (no voice gateway would accept the call): certainly nothing happened, nor for `limited` (a limit of the trunk
 * forbids further calls until that time). `unknown`: it may have happened.
 */
export type PlaceAnswer =
  | { at: "placed"; ref: string; carrier?: string }
  | { at: "refused"; kind: RefusalKind }
  | { at: "retry_later"; afterS?: number }
  | { at: "unavailable" }
  | { at: "no_gateway" }
  | { at: "limited"; until: string }
  | { at: "unknown" };

/** The carrier's record of an attempt: its reference and latest event, no record, or no answer. */
export type FindAnswer =
  | { at: "placed"; ref: string; last: CarrierEvent | null; carrier?: string }
  | { at: "not_found" }
  | { at: "unavailable" };

export type TextRequest = { textId: string; to: string; from: string | null; body: string };

/** `over`: the call no longer exists, so there is nothing left to do. */
export type HangUpAnswer = { at: "done" } | { at: "over" } | { at: "unavailable" };

/** Events of an attempt. `declined`: the callee rejected the call. */
export type CarrierEventType =
  | "ringing"
  | "answered"
  | "voicemail"
  | "busy"
  | "declined"
  | "no_answer"
  | "failed"
  | "canceled"
  | "ended";

/**
 * A carrier's event for an attempt. `key` is set if the carrier sends the attempt's key back: the event can
 * arrive before `place` has answered.
 */
export type CarrierEvent = { type: CarrierEventType; key?: string };

/**
 * Calls that limits may forbid. `to`: a number in E.164, null for any number. `trunkIds`: the trunks that a campaign names, in their
 * order; null if it names none.
 */
export type LimitRequest = { to: string | null; trunkIds: readonly string[] | null };

/**
 * The carrier's interface. Every result is data. An implementation sets its own time limits and throws no
 * errors for carrier failures. The context belongs to the attempt's workspace and environment.
 */
export type Carrier = {
  /** Stored with each attempt: `simulator`, `twilio`, `sip`, or `telephone` until one of the two has it. */
  readonly name: string;
  /**
   * Whether this workspace can use the carrier on this channel. If not, attempts are `carrier_unavailable`.
   */
  ready(ctx: Ctx, channel: ContactChannel): Promise<boolean>;
  /** Finds until when limits forbid such calls; null if they do not. RFC 3339. A carrier without limits omits it. */
  findLimit?(ctx: Ctx, request: LimitRequest): Promise<string | null>;
  place(ctx: Ctx, request: PlaceRequest): Promise<PlaceAnswer>;
  /** Looks up an attempt by its key. */
  find(ctx: Ctx, request: PlaceRequest): Promise<FindAnswer>;
  hangUp(ctx: Ctx, ref: string): Promise<HangUpAnswer>;
  sendText(ctx: Ctx, request: TextRequest): Promise<PlaceAnswer>;
};

/**
 * Returns the carrier of an environment: for calls, unless `channel` is `text`. Its `ready` and `hangUp` accept both channels.
 * The composition roots pass it in.
 */
export type CarrierFor = (environment: Environment, channel?: ContactChannel) => Carrier;
