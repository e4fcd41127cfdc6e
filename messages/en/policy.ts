/** Decisions about contact, and why calls were not answered. */
export const policy = {
  reasonUntil: "{message} Ends <time></time>.",
  /** By the reasons of `lib/platform/reasons/decisions.ts`. */
  reason: {
    suppressed: "The contact is suppressed on this channel. Do not try to reach it in any other way.",
    no_consent: "There is no consent for this purpose on this channel. Record one with its source first.",
    contact_deleted: "The contact was deleted.",
    consent_revoked:
      "The contact withdrew consent for this purpose on this channel. Only a new consent allows contact again.",
    outside_window: "It is outside the hours of the campaign or of this contact.",
    unknown_timezone: "The contact's time zone is unknown. Set it first.",
    too_many_attempts: "The contact has been tried as often as allowed for now.",
    attempt_budget_used:
      "The campaign has used all its attempts for this contact. Raise its limit to continue.",
    campaign_pause: "The campaign pauses between two attempts.",
    call_in_progress: "An attempt to reach this contact is in progress. Wait until it has ended.",
    contact_busy: "Another call or text to this contact was in progress.",
    thread_in_progress: "A text conversation with this agent was already in progress.",
    capacity: "The limit of concurrent attempts is reached. This attempt continues when another one ends.",
    window_never_opened:
      "There is no time left to contact this contact. Widen the window or choose a later end.",
    campaign_ended:
      "The campaign ended before this contact could be reached. Next time, widen the window or choose a later end.",
    agent_not_live: "The agent has no live version. Deploy it first.",
    campaign_agent_not_live: "The agent is no longer live. Deploy it and create a new campaign.",
    carrier_unavailable:
      "There is no carrier for this channel. Connect a carrier and add a phone number, or use the test environment.",
    campaign_carrier_unavailable:
      "The carrier could not be used for too long. Check it under Integrations and create a new campaign.",
    carrier_retried: "The carrier could not be reached. It is tried again.",
    carrier_unreachable: "The carrier could not be reached.",
    gateways_full: "No voice gateway accepted another call. The contact is called later.",
    gateways_full_too_long:
      "No voice gateway accepted another call for ten minutes, so the call was not placed. Ask the operator to start another gateway, or to raise VOICE_MAX_CALLS if the machine can hold more calls.",
    gateways_full_caller_busy:
      "No voice gateway accepted another call, so the caller heard a busy tone. Ask the operator to start another gateway, or to raise VOICE_MAX_CALLS if the machine can hold more calls.",
    gateways_full_caller_forwarded:
      "No voice gateway accepted another call, so the caller was forwarded to the fallback number. Ask the operator to start another gateway, or to raise VOICE_MAX_CALLS if the machine can hold more calls.",
    trunk_limit_reached: "A limit of the SIP trunk stops further calls. The contact is called later.",
    call_over_trunk_limit:
      "A limit of the SIP trunk stopped further calls, so the call was not placed. An admin can lift it under Integrations.",
    cost_limit_caller_busy:
      "A cost limit left too little for the call, so the caller heard a busy tone. Raise the limit, or wait until its period ends.",
    cost_limit_caller_forwarded:
      "A cost limit left too little for the call, so the caller was forwarded to the fallback number. Raise the limit, or wait until its period ends.",
    encryption_required:
      "The workspace requires encrypted calls, and no SIP trunk of the call is encrypted. Connect a trunk again with encryption, or allow unencrypted calls in the settings.",
    trunk_not_encrypted:
      "The workspace requires encrypted calls, and the SIP trunk is not encrypted. Connect it again with encryption, or allow unencrypted calls in the settings.",
    inbound_trunk_not_encrypted:
      "The call was rejected, as the workspace requires encrypted calls and its SIP trunk is not encrypted. Connect the trunk again with encryption, or allow unencrypted calls in the settings.",
    invalid_number: "The number is invalid. Check it.",
    unreachable: "The carrier cannot reach this number.",
    unsubscribed: "The number has opted out at the carrier.",
    not_allowed:
      "The carrier does not allow calls or texts to this number. Check the account at the carrier.",
    placement_unconfirmed:
      "The carrier did not confirm the call or text. It may have been placed, so it is not retried.",
    text_rejected: "The carrier rejected a text.",
    no_stream:
      "No voice gateway opened the call's audio stream. Ask the operator to check that PARLEY_VOICE_URL, or PARLEY_BASE_URL, leads to a gateway, and that the proxy forwards WebSocket upgrades. If the gateways were full, another one or a higher VOICE_MAX_CALLS helps.",
    media_not_acceptable:
      "The call was refused (488), as the caller's side offered no audio that the trunk accepts: its codecs or its encryption do not fit.",
    caller_signature_required:
      "The call was refused, as the trunk requires a verified signature of the caller's number (STIR/SHAKEN) and the call had none.",
  },
} as const;
