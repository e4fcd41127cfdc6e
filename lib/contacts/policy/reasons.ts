import type { Reason, ReasonCode } from "./schema";

/** What blocks, whatever the clock says; the others hold. */
const BLOCKING: ReadonlySet<ReasonCode> = new Set([
  "suppressed",
  "no_consent",
  "consent_revoked",
  "window_never_opened",
  "agent_not_live",
  "carrier_unavailable",
]);

/** What to do about each. No sentence says who the contact is, where it lives or what it said. */
const MESSAGES: Record<ReasonCode, string> = {
  suppressed: "The contact asked to be left alone on this channel. Do not try to reach it in any other way.",
  no_consent: "No consent to this purpose on this channel is known. Record one with its source first.",
  consent_revoked:
    "The contact took back its consent to this purpose on this channel. Only a new one lifts that.",
  outside_window: "It is outside the hours in which this contact may be contacted. Wait until they begin.",
  unknown_timezone: "The contact's time zone is not known. Set it, so that its hours can be kept.",
  too_many_attempts:
    "The contact has been tried as often as is allowed for now. Wait until some time has passed.",
  call_in_progress: "An attempt to reach this contact is under way. Wait until it has ended.",
  capacity: "Every place for an attempt is taken. It goes on when one is free.",
  window_never_opened:
    "There is no moment left at which the contact may be contacted. Widen the window or end later.",
  agent_not_live: "The agent has no live version. Deploy it first.",
  carrier_unavailable:
    "There is no carrier for this channel. Set one up under integrations, or use the test environment.",
};

const BUDGET_USED_UP = "The campaign has tried this contact as often as it may. Raise its attempts to go on.";
const PAUSE = "The campaign pauses between two attempts. Wait until the pause is over.";

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** A reason; `untilMs` where the clock ends it. */
const reason = (code: ReasonCode, untilMs?: number | null, message = MESSAGES[code]): Reason =>
  untilMs === undefined || untilMs === null ? { code, message } : { code, message, until: isoOf(untilMs) };

export const because = {
  plainly: (code: ReasonCode): Reason => reason(code),
  until: (code: ReasonCode, untilMs: number | null): Reason => reason(code, untilMs),
  budgetUsedUp: (): Reason => reason("too_many_attempts", null, BUDGET_USED_UP),
  pause: (untilMs: number): Reason => reason("too_many_attempts", untilMs, PAUSE),
};

export const blocks = ({ code }: Reason): boolean => BLOCKING.has(code);
