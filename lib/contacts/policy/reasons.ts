import type { Reason, ReasonCode } from "./schema";

/** Reasons that block at any time. The others hold. */
const BLOCKING: ReadonlySet<ReasonCode> = new Set([
  "suppressed",
  "no_consent",
  "consent_revoked",
  "window_never_opened",
  "agent_not_live",
  "carrier_unavailable",
  "encryption_required",
]);

/** The message of each reason, with what to do. No message identifies the contact, its place or its words. */
const MESSAGES: Record<ReasonCode, string> = {
  suppressed: "The contact is suppressed on this channel. Do not try to reach it in any other way.",
  no_consent: "There is no consent for this purpose on this channel. Record one with its source first.",
  consent_revoked:
    "The contact revoked its consent for this purpose on this channel. Only a new consent allows contact again.",
  outside_window: "It is outside the hours of the campaign or of this contact. Wait until they begin.",
  unknown_timezone: "The contact's time zone is unknown. Set it first.",
  too_many_attempts: "The limit of attempts for this contact is reached. Wait before the next attempt.",
  call_in_progress: "An attempt to reach this contact is in progress. Wait until it has ended.",
  capacity: "The limit of concurrent attempts is reached. This attempt continues when another one ends.",
  window_never_opened:
    "There is no time left at which the contact may be contacted. Widen the window or choose a later end.",
  agent_not_live: "The agent has no live version. Deploy it first.",
  carrier_unavailable:
    "There is no carrier for this channel. Connect a carrier and add a phone number, or use the test environment.",
  gateways_full: "No voice gateway accepted a further call. The contact is called later.",
  cost_limit_reached: "A cost limit left too little for the call.",
  trunk_limit_reached: "A limit of the SIP trunk stops further calls. The contact is called later.",
  encryption_required:
    "The workspace requires encrypted calls, and no SIP trunk of the call is encrypted. Connect a trunk again with encryption, or allow unencrypted calls in the workspace's settings.",
};

const BUDGET_USED_UP =
  "The campaign has used all its attempts for this contact. Raise its limit to continue.";
const PAUSE = "The campaign waits between two attempts. Wait until the pause is over.";

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Creates a reason, with `untilMs` if it ends at a known time. */
const reason = (code: ReasonCode, untilMs?: number | null, message = MESSAGES[code]): Reason =>
  untilMs === undefined || untilMs === null ? { code, message } : { code, message, until: isoOf(untilMs) };

export const createReason = {
  plainly: (code: ReasonCode): Reason => reason(code),
  until: (code: ReasonCode, untilMs: number | null): Reason => reason(code, untilMs),
  budgetUsedUp: (): Reason => reason("too_many_attempts", null, BUDGET_USED_UP),
  pause: (untilMs: number): Reason => reason("too_many_attempts", untilMs, PAUSE),
};

export const isBlocking = ({ code }: Reason): boolean => BLOCKING.has(code);
