import type { DetailReasons, ErrorReasons } from "./reason-table";

/** The errors of outreach: code and sentence by reason. */
export const OUTREACH_ERRORS = {
  agent_not_live: { code: "invalid_state", message: "The agent is not live. Deploy it first." },
  campaign_without_carrier: {
    code: "invalid_state",
    message:
      "carrier_unavailable: There is no carrier for this channel. Connect a carrier and add a phone number, or launch the campaign in the test environment.",
  },
  preflight_canceled: {
    code: "unavailable",
    message: "The preflight was canceled because the client disconnected.",
  },
  trunk_limit_reached: {
    code: "rate_limited",
    message:
      "A limit of the SIP trunk stops further calls until {until}. An admin can lift it under Integrations.",
  },
  campaign_agent_archived: { code: "invalid_state", message: "The agent is archived. Choose another." },
  campaign_agent_changed: {
    code: "conflict",
    message: "The campaign's agent was changed at the same time. Try again.",
  },
  hang_up_failed: { code: "unavailable", message: "The carrier could not be told to hang up." },
  import_without_rejected_rows: { code: "invalid_state", message: "This import has no rejected rows." },
  rejected_rows_deleted: {
    code: "invalid_state",
    message: "The rejected rows were deleted. Import the file again to get them.",
  },
  import_needs_member_or_key: { code: "forbidden", message: "Only a member or an API key can send a file." },
  too_many_integration_checks: {
    code: "rate_limited",
    message: "Many integrations were checked just now. Wait {seconds} s.",
  },
  texts_deferred: {
    code: "workspace_locked",
    message: "Inbound texts are deferred until this workspace is unlocked.",
  },
  campaign_contacts_fixed: {
    code: "invalid_state",
    message:
      "The campaign is {status}. Contacts are fixed at the launch. To stop contacting someone, suppress the number.",
  },
  campaign_fields_fixed: {
    code: "invalid_state",
    message: "The campaign is {status}. You can change only these fields: {fields}.",
  },
  campaign_takes_no_contacts: {
    code: "invalid_state",
    message: "The campaign is {status}. Create a new campaign for more contacts.",
  },
  campaign_cannot_pause: {
    code: "invalid_state",
    message: "The campaign is {status}. You can pause a campaign only while it is scheduled or running.",
  },
  campaign_cannot_resume: {
    code: "invalid_state",
    message: "The campaign is {status}. You can resume a campaign only while it is paused.",
  },
  campaign_cannot_cancel: {
    code: "invalid_state",
    message:
      "The campaign is {status}. You can cancel a campaign only while it is draft or scheduled or running or paused.",
  },
  campaign_cannot_launch: {
    code: "invalid_state",
    message: "The campaign is {status}. Create a new campaign.",
  },
  campaign_end_before_launch: {
    code: "invalid_state",
    message: "The campaign is {status}. Its end has passed. Set a later end first.",
  },
} as const satisfies ErrorReasons;

/** The problems of a part of a request of outreach: code and sentence by reason. */
export const OUTREACH_DETAILS = {
  entry_consent_in_future: {
    code: "in_the_future",
    message: "The time of a consent cannot be in the future.",
  },
  unknown_trunk: { code: "unknown_trunk", message: "There is no live SIP trunk of this identifier." },
  outbound_route_repeated: { code: "duplicate", message: "Another route has this prefix." },
  trunk_repeated: { code: "duplicate", message: "Name each trunk only once." },
  window_ends_early: { code: "invalid_value", message: "Let the window end after it starts." },
  campaign_ends_early: { code: "invalid_value", message: "Let the campaign end after it starts." },
  campaign_not_on_channel: {
    code: "wrong_channel",
    message: "An agent of type {type} reaches out on {channel}.",
  },
  campaign_end_passed: {
    code: "invalid_value",
    message: "Choose an end in the future, or cancel the campaign.",
  },
  other_number: { code: "other_number", message: "This is not the contact's number. Leave it out." },
  draft_call_needs_test_key: {
    code: "not_allowed",
    message: "Rehearse a draft on a telephone with a key of the test environment.",
  },
  number_missing: { code: "required", message: "Give the number in `to`, or a contact_id." },
  file_empty: { code: "required", message: "The file is empty." },
  mapping_invalid: {
    code: "invalid_format",
    message:
      'Use column:field pairs with commas between them, or a JSON object, such as {"Tel.": "phone", "Plan": "attributes.plan"}.',
  },
  mapping_field_unknown: {
    code: "unknown_field",
    message:
      "Use the fields phone, name, first_name, last_name, timezone, region, attributes, attributes.…, variables.…, consent.<purpose>.<channel>, consent_source, consent_at, consent_wording, consent_evidence, ignore.",
  },
  import_expiry_passed: { code: "in_the_past", message: "Choose a time in the future." },
} as const satisfies DetailReasons;
