/** Errors of the API. `docs/api.md` explains the codes; the parameters come with each problem. */
export const errors = {
  title: {
    validation_error: "Check your input",
    invalid_api_key: "Session ended",
    forbidden: "Access denied",
    plan_required: "Not included in your plan",
    key_in_browser: "API key used in a browser",
    not_found: "Item not found",
    method_not_allowed: "Method not allowed",
    request_timeout: "Upload too slow",
    conflict: "Conflict",
    invalid_state: "Not possible in this state",
    in_progress: "In progress",
    precondition_failed: "Changed meanwhile",
    payload_too_large: "Too large",
    unsupported_media_type: "Unsupported file type",
    idempotency_mismatch: "Request changed",
    workspace_locked: "Workspace locked",
    rate_limited: "Too many requests",
    internal: "Internal error",
    unavailable: "Temporarily unavailable",
  },
  problem: {
    validation_error: "{count, plural, one {# field is} other {# fields are}} not valid.",
    not_found: "This item does not exist here.",
    payload_too_large: "The content exceeds the maximum of {max, plural, one {# byte} other {# bytes}}.",
    rate_limited:
      "Too many requests. Wait {seconds, plural, one {# second} other {# seconds}} and try again.",
    internal: "Something went wrong. Report the request ID to the operator.",
    unavailable: "A part of the service is unavailable. Try again shortly.",
    unreachable: "Parley cannot be reached. Check your connection and try again.",
    offline: "You are offline. Your changes are kept. Try again.",
    unexpected: "Parley sent an unexpected response. Try again.",
  },
  reason: {
    voice_missing: "A voice agent needs a voice. Choose one.",
    hosts_of_base_url: "Leave this out: the host is that of the base URL.",
    zero_retention_not_offered: "This provider has no way to keep nothing. Clear Zero data retention.",
    zero_retention_needs_agreement:
      "The OpenAI protocol has no way to tell a server to keep nothing. Enter the agreement by which its provider keeps nothing, or clear Zero data retention. Your own server needs no agreement once the operator lists its host in TOOL_ALLOWED_HOSTS.",
    zero_retention_set_by_account:
      "Zero data retention is a setting of the account at {provider}, not of a request. Enter the agreement that enables it, or clear Zero data retention.",
    unknown_carrier:
      "This carrier is not connected in the live environment. Connect Twilio or a SIP trunk under Integrations.",
    sip_encryption_without_tls:
      "Encrypted audio needs TLS: over TCP, its keys could be read. Select TLS as the transport, or turn encryption off.",
    transfer_target_without_trunk:
      "A SIP address is called over a SIP trunk. Connect a SIP trunk under Integrations and add one of its phone numbers, or use a number such as +12125550123. Twilio does not call SIP addresses.",
    texts_without_carrier:
      "No carrier for texts is connected. Connect Twilio under Integrations, and add one of its phone numbers.",
    calls_without_carrier:
      "No carrier for calls is connected. Connect Twilio or a SIP trunk under Integrations, and add one of its phone numbers.",
    payment_link_missing: "Enter the payment page in the settings of the workspace.",
    texts_without_carrier_and_link:
      "No carrier for texts is connected. Connect Twilio under Integrations, and add one of its phone numbers. Enter the payment page in the settings of the workspace.",
    transfer_to_missing: "Enter the agent's transfer number.",
    calls_without_carrier_and_transfer_to:
      "No carrier for calls is connected. Connect Twilio or a SIP trunk under Integrations, and add one of its phone numbers. Enter the agent's transfer number.",
    ivr_number_missing: "Enter the payment line in the settings of the workspace.",
    calls_without_carrier_and_ivr_number:
      "No carrier for calls is connected. Connect Twilio or a SIP trunk under Integrations, and add one of its phone numbers. Enter the payment line in the settings of the workspace.",
    campaign_without_carrier:
      "There is no carrier for this channel. Connect a carrier and add a phone number, or launch the campaign in the test environment.",
    metadata_missing: "Enter the identity provider's metadata, or their URL.",
    attested_source_missing: "Enter the source of consent for all rows, and confirm that it applies to each.",
  },
  withId: "{message} ({id})",
  /** Of a field, by its label. */
  empty: "“{field}” is empty. Enter a value.",
  detail: {
    required: "This field is required.",
    unknown_field: "This field is unknown.",
    repeated: "Use this parameter once.",
    invalid_text: "Remove characters that cannot be stored.",
    too_deep: "Nest at most {max, plural, one {# level} other {# levels}}.",
    invalid_type: {
      string: "Enter text.",
      number: "Enter a number.",
      int: "Enter a whole number.",
      boolean: "Enter true or false.",
      array: "Enter a list.",
      object: "Enter an object.",
      null: "Enter null.",
      other: "This has the wrong type.",
    },
    invalid_value: "{count, plural, one {Use {choices}.} other {Use one of: {choices}.}}",
    invalid_union:
      "{count, plural, =0 {This value is not accepted.} one {Use {choices}.} other {Use one of: {choices}.}}",
    invalid_format: {
      datetime: "Enter a time such as 2026-11-24T09:30:00.000Z.",
      date: "Enter a date such as 2026-11-24.",
      time: "Enter a time such as 09:30.",
      email: "Enter an email such as name@example.com.",
      url: "Enter a full URL such as https://example.com/path.",
      e164: "Use the international format, such as +12125550123.",
      other: "This has the wrong format.",
    },
    too_small: {
      minLength: "{limit, plural, =1 {Enter a value.} other {Use at least # characters.}}",
      exactLength: "Use exactly {limit, plural, one {# character} other {# characters}}.",
      minItems: "Add at least {limit, plural, one {# entry} other {# entries}}.",
      exactItems: "Add exactly {limit, plural, one {# entry} other {# entries}}.",
      minimum: "Use {limit, number} or more.",
      exclusiveMinimum: "Use more than {limit, number}.",
    },
    too_big: {
      maxLength: "Use at most {limit, plural, one {# character} other {# characters}}.",
      exactLength: "Use exactly {limit, plural, one {# character} other {# characters}}, not more.",
      maxItems: "Add at most {limit, plural, one {# entry} other {# entries}}.",
      exactItems: "Add exactly {limit, plural, one {# entry} other {# entries}}, not more.",
      maximum: "Use {limit, number} or less.",
      exclusiveMaximum: "Use less than {limit, number}.",
    },
    not_multiple_of: "Use a multiple of {divisor, number}.",
    invalid_key: "A key of this object is not valid.",
    invalid_element: "An entry of this list is not valid.",
  },
} as const;
