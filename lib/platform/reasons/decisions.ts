import type { DetailReasons } from "./reason-table";

/**
 * Why a contact is not called or texted now, and why a call was not answered: code and sentence by reason. Reasons of one code differ
 * in what to do. No sentence identifies the contact, its place or its words. The dashboard has its texts by the same reasons.
 */
export const DECISION_REASONS = {
  suppressed: {
    code: "suppressed",
    message: "The contact is suppressed on this channel. Do not try to reach it in any other way.",
  },
  no_consent: {
    code: "no_consent",
    message: "There is no consent for this purpose on this channel. Record one with its source first.",
  },
  contact_deleted: { code: "no_consent", message: "The contact was deleted." },
  consent_revoked: {
    code: "consent_revoked",
    message:
      "The contact revoked its consent for this purpose on this channel. Only a new consent allows contact again.",
  },
  outside_window: {
    code: "outside_window",
    message: "It is outside the hours of the campaign or of this contact. Wait until they begin.",
  },
  unknown_timezone: {
    code: "unknown_timezone",
    message: "The contact's time zone is unknown. Set it first.",
  },
  too_many_attempts: {
    code: "too_many_attempts",
    message: "The limit of attempts for this contact is reached. Wait before the next attempt.",
  },
  attempt_budget_used: {
    code: "too_many_attempts",
    message: "The campaign has used all its attempts for this contact. Raise its limit to continue.",
  },
  campaign_pause: {
    code: "too_many_attempts",
    message: "The campaign waits between two attempts. Wait until the pause is over.",
  },
  call_in_progress: {
    code: "call_in_progress",
    message: "An attempt to reach this contact is in progress. Wait until it has ended.",
  },
  contact_busy: {
    code: "call_in_progress",
    message: "Another call or text to this contact is in progress.",
  },
  thread_in_progress: {
    code: "call_in_progress",
    message: "A text conversation with this agent is already in progress.",
  },
  capacity: {
    code: "capacity",
    message: "The limit of concurrent attempts is reached. This attempt continues when another one ends.",
  },
  window_never_opened: {
    code: "window_never_opened",
    message:
      "There is no time left at which the contact may be contacted. Widen the window or choose a later end.",
  },
  campaign_ended: {
    code: "window_never_opened",
    message: "The campaign ended before this contact could be reached. Widen the window or end later.",
  },
  agent_not_live: { code: "agent_not_live", message: "The agent has no live version. Deploy it first." },
  campaign_agent_not_live: {
    code: "agent_not_live",
    message: "The agent is not live any more. Deploy it and make a new campaign.",
  },
  carrier_unavailable: {
    code: "carrier_unavailable",
    message:
      "There is no carrier for this channel. Connect a carrier and add a phone number, or use the test environment.",
  },
  campaign_carrier_unavailable: {
    code: "carrier_unavailable",
    message:
      "The carrier could not be used for too long. Check it under integrations and make a new campaign.",
  },
  carrier_retried: {
    code: "carrier_unavailable",
    message: "The carrier could not be reached. It is tried again.",
  },
  carrier_unreachable: { code: "carrier_unavailable", message: "The carrier could not be reached." },
  gateways_full: {
    code: "gateways_full",
    message: "No voice gateway accepted a further call. The contact is called later.",
  },
  gateways_full_too_long: {
    code: "gateways_full",
    message:
      "No voice gateway accepted a further call for ten minutes, so the call was not placed. Start another gateway, or raise VOICE_MAX_CALLS if the machine can hold more calls.",
  },
  gateways_full_caller_busy: {
    code: "gateways_full",
    message:
      "No voice gateway accepted a further call, so the caller heard a busy tone. Start another gateway, or raise VOICE_MAX_CALLS if the machine can hold more calls.",
  },
  gateways_full_caller_forwarded: {
    code: "gateways_full",
    message:
      "No voice gateway accepted a further call, so the caller was forwarded to the fallback number. Start another gateway, or raise VOICE_MAX_CALLS if the machine can hold more calls.",
  },
  trunk_limit_reached: {
    code: "trunk_limit_reached",
    message: "A limit of the SIP trunk stops further calls. The contact is called later.",
  },
  call_over_trunk_limit: {
    code: "trunk_limit_reached",
    message:
      "A limit of the SIP trunk stops further calls, so the call was not placed. An admin can lift it under Integrations.",
  },
  cost_limit_caller_busy: {
    code: "cost_limit_reached",
    message:
      "A cost limit left too little for the call, so the caller heard a busy tone. Raise the limit, or wait until its period ends.",
  },
  cost_limit_caller_forwarded: {
    code: "cost_limit_reached",
    message:
      "A cost limit left too little for the call, so the caller was forwarded to the fallback number. Raise the limit, or wait until its period ends.",
  },
  encryption_required: {
    code: "encryption_required",
    message:
      "The workspace requires encrypted calls, and no SIP trunk of the call is encrypted. Connect a trunk again with encryption, or allow unencrypted calls in the workspace's settings.",
  },
  trunk_not_encrypted: {
    code: "encryption_required",
    message:
      "The workspace requires encrypted calls, and the SIP trunk is not encrypted. Connect it again with encryption, or allow unencrypted calls in the workspace's settings.",
  },
  inbound_trunk_not_encrypted: {
    code: "encryption_required",
    message:
      "The workspace requires encrypted calls, and the SIP trunk of the call is not encrypted, so it was rejected. Connect the trunk again with encryption, or allow unencrypted calls in the workspace's settings.",
  },
  invalid_number: { code: "invalid_number", message: "The number is invalid. Check it." },
  unreachable: { code: "unreachable", message: "The carrier cannot reach this number." },
  unsubscribed: { code: "unsubscribed", message: "The number has opted out at the carrier." },
  not_allowed: {
    code: "not_allowed",
    message: "The carrier does not allow calls or texts to this number. Check the account at the carrier.",
  },
  placement_unconfirmed: {
    code: "carrier_error",
    message: "The carrier did not confirm the call or text. It may have been placed, so it is not retried.",
  },
  text_rejected: { code: "carrier_error", message: "The carrier rejected a text." },
  no_stream: {
    code: "no_stream",
    message:
      "No voice gateway opened the call's audio stream. Check that PARLEY_VOICE_URL, or PARLEY_BASE_URL, leads to a gateway, and that the proxy forwards WebSocket upgrades. If the gateways were full, start another one or raise VOICE_MAX_CALLS.",
  },
  media_not_acceptable: {
    code: "media_not_acceptable",
    message:
      "The caller's side offered no audio that the trunk accepts: its codecs or its encryption do not fit. It was refused (488).",
  },
  caller_signature_required: {
    code: "caller_signature_required",
    message:
      "The trunk requires a verified signature of the caller's number (STIR/SHAKEN), and the call had none. It was refused.",
  },
} as const satisfies DetailReasons;

export type DecisionReason = keyof typeof DECISION_REASONS;

/** The reasons whose code is one of these. */
export type ReasonOfCode<Code extends string> = {
  [R in DecisionReason]: (typeof DECISION_REASONS)[R]["code"] extends Code ? R : never;
}[DecisionReason];

/** A reason with its code and its sentence, as the API returns it. */
export const decisionReason = <R extends DecisionReason>(reason: R) => {
  const { code, message }: { code: (typeof DECISION_REASONS)[R]["code"]; message: string } =
    DECISION_REASONS[reason];
  return { code, reason, message };
};

/** The reason whose code and sentence these are. Undefined for a sentence of another release. */
export const findDecisionReason = (code: string, message: string): string | undefined =>
  Object.entries(DECISION_REASONS).find(([, entry]) => entry.code === code && entry.message === message)?.[0];
