import type { Ctx, Environment } from "@/lib/platform/context";

/** What a carrier is asked to reach somebody by: a call, or a conversation by text. */
export type ContactChannel = "call" | "text";

/** An attempt that a carrier is asked to make. Numbers are in E.164; `from` is null where the carrier chooses. */
export type PlaceRequest = {
  callId: string;
  /** The attempt's key: the carrier's idempotency reference, by which `find` knows it again. */
  key: string;
  channel: ContactChannel;
  to: string;
  from: string | null;
};

/** Why a carrier will not reach a number, now or ever. `unsubscribed`: the number told the carrier to be left alone. */
export type RefusalKind = "invalid_number" | "unreachable" | "unsubscribed" | "not_allowed";

/**
 * What came of asking. `placed`: it is under way, under the carrier's reference. `retry_later` and `unavailable`: it is
 * certain that nothing happened. `unknown`: it may have happened.
 */
export type PlaceAnswer =
  | { at: "placed"; ref: string }
  | { at: "refused"; kind: RefusalKind }
  | { at: "retry_later"; afterS?: number }
  | { at: "unavailable" }
  | { at: "unknown" };

/** What a carrier knows of an attempt: its reference and the last that happened, nothing, or it cannot say. */
export type FindAnswer =
  | { at: "placed"; ref: string; last: CarrierEvent | null }
  | { at: "not_found" }
  | { at: "unavailable" };

export type TextRequest = { textId: string; to: string; from: string | null; body: string };

/** `over`: there is no such call any more, which is what was wanted. */
export type HangUpAnswer = { at: "done" } | { at: "over" } | { at: "unavailable" };

/** What happens to an attempt. `declined`: somebody pressed the call away. */
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

/** What a carrier says of an attempt. `key` where it sends the attempt's key back: it may come before `place` has answered. */
export type CarrierEvent = { type: CarrierEventType; key?: string };

/**
 * The telephone company as the domain knows it. Every result is data; an implementation sets its own time limits and
 * throws for nothing that a carrier does. The context is one of the attempt's workspace and environment.
 */
export type Carrier = {
  /** Kept with each attempt: `simulator`, `none`, `twilio`. */
  readonly name: string;
  /** Whether this workspace can reach anybody by it on this channel; without, attempts are `carrier_unavailable`. */
  ready(ctx: Ctx, channel: ContactChannel): Promise<boolean>;
  place(ctx: Ctx, request: PlaceRequest): Promise<PlaceAnswer>;
  /** Looks an attempt up by its key. */
  find(ctx: Ctx, request: PlaceRequest): Promise<FindAnswer>;
  hangUp(ctx: Ctx, ref: string): Promise<HangUpAnswer>;
  sendText(ctx: Ctx, request: TextRequest): Promise<PlaceAnswer>;
};

/** The carrier of an environment; the composition roots give it in. */
export type CarrierFor = (environment: Environment) => Carrier;
