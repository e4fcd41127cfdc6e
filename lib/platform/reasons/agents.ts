import type { DetailReasons, ErrorReasons } from "./reason-table";

/** The errors of agents: code and sentence by reason. */
export const AGENTS_ERRORS = {
  agent_runs_campaign: {
    code: "invalid_state",
    message: "A campaign runs this agent. Wait for its end, or cancel it.",
  },
  disclosure_needs_admin: {
    code: "forbidden",
    message: "Switching the disclosure off needs the role admin. Leave it on, or ask an admin.",
  },
  test_key_changes_live_calls: {
    code: "forbidden",
    message: "A test key may not change what acts on live calls. Use a live key.",
  },
  live_policy_needs_admin: {
    code: "forbidden",
    message:
      "Recording and transcript settings of a live agent, and marking its variables sensitive, need the role admin.",
  },
  agent_archived: { code: "invalid_state", message: "The agent is archived. Duplicate it to make changes." },
  workspace_defaults_busy: {
    code: "unavailable",
    message: "The workspace's defaults are being changed. Try again shortly.",
  },
  integration_name_taken: {
    code: "conflict",
    message: "There is an integration of this name in this environment. Disconnect it first.",
  },
  trunk_takes_no_calls: {
    code: "invalid_state",
    message: "The trunk belongs to the test environment, which takes no calls. Connect it to live.",
  },
  number_connected: { code: "conflict", message: "This number is connected already." },
  tool_name_taken: { code: "conflict", message: "There is a tool of this name. Choose another." },
  tool_used_by_agent: {
    code: "conflict",
    message: "The live agent {agent_id} uses this tool. Deploy it without the tool, or archive it, first.",
  },
  archived_agent_takes_no_calls: {
    code: "invalid_state",
    message: "The agent is archived and takes no calls.",
  },
  provider_policies_violated: {
    code: "invalid_state",
    message: "The agent violates {count} provider policies of the workspace.",
  },
  providers_keep_data: {
    code: "invalid_state",
    message:
      "This workspace demands providers that keep nothing, which is not known of {providers}. Check the integration, or give the agent another provider and deploy it.",
  },
  regulated_data_without_baa: {
    code: "invalid_state",
    message:
      "The agent asks for health or financial data ({variables}), and no business associate agreement is on record, which is part of the Enterprise plan. Ask the operator of this installation.",
  },
  agent_language_not_covered: {
    code: "invalid_state",
    message:
      "The agent speaks {language}. Parley masks values, hears refusals and honors opt-outs in English only. Set the agent's language to one that begins with en, and deploy it.",
  },
  traffic_split_running: {
    code: "invalid_state",
    message: "A traffic split of this agent is running. Promote its candidate, or stop the split, first.",
  },
  no_traffic_split: { code: "invalid_state", message: "The agent has no running traffic split." },
  candidate_is_live: {
    code: "invalid_state",
    message:
      "This configuration is live already. Split the traffic with another version, or with a changed draft.",
  },
  candidate_of_other_type: {
    code: "invalid_state",
    message: "The candidate must have the type of the live version: voice or messaging.",
  },
  required_suites_open: {
    code: "invalid_state",
    message:
      "Required test suites have not passed with this configuration. Run them, correct the agent, or have an owner deploy with override_suites_reason.",
  },
  suite_override_needs_owner: {
    code: "forbidden",
    message: "Only an owner may deploy without a passed run of the required suites.",
  },
  suite_requirement_needs_admin: {
    code: "forbidden",
    message: "Only an admin may make a suite required or not, and delete a required one.",
  },
  suite_name_taken: { code: "conflict", message: "The agent has a suite of this name. Choose another." },
  too_many_criterion_versions: {
    code: "conflict",
    message:
      "The agent's criteria have been changed too often. An agent keeps at most {max} versions of them.",
  },
  too_many_suites: { code: "conflict", message: "The agent has {max} suites, which is the limit." },
  too_many_suite_runs: {
    code: "conflict",
    message: "The workspace has {max} active runs, which is the limit. Wait for one, or cancel it.",
  },
  suite_run_not_ended: { code: "invalid_state", message: "The run has not ended yet. Wait for its end." },
  suite_run_ended: { code: "invalid_state", message: "The run has ended." },
} as const satisfies ErrorReasons;

/** The problems of a part of a request of agents: code and sentence by reason. */
export const AGENTS_DETAILS = {
  currency_without_price: {
    code: "invalid",
    message: "No price has this currency. Set the prices of providers first.",
  },
  choices_missing: { code: "required", message: "List what there is to choose from." },
  choices_without_choice: { code: "not_allowed", message: "Only a choice has choices. Leave this out." },
  choice_repeated: { code: "duplicate", message: "This choice is there already." },
  variable_name_repeated: { code: "duplicate", message: "Another variable has this name." },
  outcome_reserved: {
    code: "reserved",
    message: "The system gives this outcome itself. Choose another tag.",
  },
  outcome_repeated: { code: "duplicate", message: "Another outcome has this tag." },
  voice_missing: { code: "required", message: "A voice agent needs a voice. Use <provider>:<voice_name>." },
  voice_of_messaging_agent: {
    code: "not_allowed",
    message: "A messaging agent has no voice. Leave this out, or send null.",
  },
  voicemail_missing: { code: "required", message: "Write the message that the agent leaves." },
  tool_repeated: { code: "duplicate", message: "This tool is there already." },
  unknown_version: { code: "unknown_version", message: "The agent has no such version." },
  language_not_transcribed: {
    code: "language_not_transcribed",
    message:
      "This transcriber does not transcribe the agent's language. Choose another transcriber, or another language.",
  },
  fallback_is_model: {
    code: "duplicate",
    message: "The fallback is the model itself. Choose another, or none.",
  },
  baa_required: {
    code: "baa_required",
    message:
      "Health and financial data need a business associate agreement on record, which is part of the Enterprise plan. Ask the operator of this installation.",
  },
  prompt_missing: { code: "required", message: "Write a prompt." },
  provider_name_format: {
    code: "invalid_format",
    message: "Use lower-case letters, digits, - and _: it becomes <name>:<model>.",
  },
  provider_name_reserved: { code: "reserved", message: "This name belongs to a provider of the product." },
  base_url_extra_parts: { code: "invalid_format", message: "Leave out user name, query and fragment." },
  base_url_not_listed: {
    code: "not_allowed",
    message: "Leave this out: the operator has listed no such host.",
  },
  hosts_missing: { code: "required", message: "Name the hosts that this credential may be sent to." },
  hosts_of_base_url: { code: "not_allowed", message: "Leave this out: the host is that of base_url." },
  unknown_agent: { code: "unknown_agent", message: "There is no such agent." },
  forwards_to_itself: { code: "same_number", message: "Calls cannot go on to the number itself." },
  unknown_carrier: {
    code: "unknown_integration",
    message:
      "There is no such carrier. Connect an integration of kind twilio or sip in the live environment.",
  },
  suite_failed: {
    code: "suite_failed",
    message: "The required suite {suite} failed with this configuration. Failed cases: {cases}.",
  },
  suite_not_run: {
    code: "suite_not_run",
    message: "The required suite {suite} has no passed run with this configuration and its current cases.",
  },
  judge_needs_language_model: {
    code: "not_allowed",
    message: "A judge needs an agent with a language model. The scripted test model cannot judge.",
  },
  caller_needs_language_model: {
    code: "not_allowed",
    message:
      "The scripted test model cannot play a caller. Choose a connected language model, or a simulated caller.",
  },
  tool_name_reserved: { code: "reserved", message: "This is the name of a built-in tool." },
  unknown_integration: {
    code: "unknown_integration",
    message: "There is no such integration. Connect it first.",
  },
  integration_for_other_server: {
    code: "not_allowed",
    message: "This credential is for its own server alone.",
  },
  host_not_bound: { code: "host_not_bound", message: "The credential may not be sent to this host." },
  model_unknown: {
    code: "unknown_model",
    message: "No provider offers this model for live calls. GET /models lists those that there are.",
  },
  voice_not_offered: {
    code: "unknown_voice",
    message:
      "The provider of this voice does not offer it for live calls. GET /voices lists those that there are.",
  },
  voice_not_connected: {
    code: "unknown_voice",
    message:
      "The provider of this voice is not connected for live calls. Connect it under Integrations, or choose another voice.",
  },
  transcriber_not_offered: {
    code: "unknown_transcriber",
    message:
      "The provider of this transcriber does not offer it for live calls. GET /transcribers lists those that there are.",
  },
  transcriber_not_connected: {
    code: "unknown_transcriber",
    message:
      "The provider of this transcriber is not connected for live calls. Connect it under Integrations, or choose another transcriber.",
  },
  provider_may_keep_data: {
    code: "zero_retention_required",
    message:
      "The workspace demands providers that keep nothing, and this one is not known to be such. Check its integration, or choose another.",
  },
  language_not_covered: {
    code: "language_not_covered",
    message:
      "Parley masks values, hears refusals and honors opt-outs in English only. Set a language that begins with en, such as en-US.",
  },
  payment_card: {
    code: "payment_card",
    message:
      "Payment cards are not collected in conversation. Use the tool send_secure_payment_link or transfer_to_payment_ivr.",
  },
  placeholders_unknown: {
    code: "unknown_placeholder",
    message:
      "The agent has no variable for {placeholders}. Add the variable, or correct the name between the braces.",
  },
  placeholder_invalid: {
    code: "unknown_placeholder",
    message:
      "The agent has no variable for a placeholder that is no name. Add the variable, or correct the name between the braces.",
  },
  placeholders_unknown_and_invalid: {
    code: "unknown_placeholder",
    message:
      "The agent has no variable for {placeholders}, a placeholder that is no name. Add the variable, or correct the name between the braces.",
  },
  address_in_private_network: {
    code: "refused_address",
    message:
      "The address leads into a private network and is refused. To allow it, the operator adds the host to the setting TOOL_ALLOWED_HOSTS, as in {setting}, and restarts Parley.",
  },
  address_not_https: {
    code: "insecure_address",
    message: "Use an https address. To allow this one, the operator adds {setting} and restarts Parley.",
  },
  zero_retention_not_offered: {
    code: "cannot_be_told",
    message: "This provider has no way to keep nothing. Leave zero_retention out.",
  },
  zero_retention_needs_agreement: {
    code: "cannot_be_told",
    message:
      "The OpenAI protocol has no way to tell a server to keep nothing. Name the agreement by which its provider keeps nothing in retention_agreement, or leave zero_retention out. Your own server needs no agreement once the operator lists its host in TOOL_ALLOWED_HOSTS.",
  },
  zero_retention_set_by_account: {
    code: "cannot_be_told",
    message:
      "{provider} accepts no instruction to keep nothing in a request: zero retention is a setting of the account. Name the agreement by which it is enabled in retention_agreement, or leave zero_retention out.",
  },
  speech_missing: { code: "required", message: "Enter at least one voice or one transcription model." },
  sip_encryption_without_tls: {
    code: "not_allowed",
    message:
      "Encrypted audio needs TLS: over TCP, its keys could be read. Set transport to tls, or encryption to off.",
  },
  call_encryption_required: {
    code: "not_allowed",
    message:
      "This workspace requires encrypted calls. Set transport to tls and encryption to required, or connect the trunk to the test environment.",
  },
  inbound_route_repeated: { code: "duplicate", message: "Another route of the trunk has this pattern." },
  sip_password_missing: { code: "required", message: "Enter the account's password." },
  sip_password_short: {
    code: "too_short",
    message: "Enter a password of at least 6 characters, or list the addresses that the server calls from.",
  },
  sip_registration_without_account: {
    code: "required",
    message: "Enter the user name and password of the account to register, or set register to false.",
  },
  header_not_for_authorization: {
    code: "not_allowed",
    message: "This header is not used for authorization.",
  },
  tool_unknown: {
    code: "unknown_tool",
    message: "There is no tool of this name. Create it, or leave it out.",
  },
  tool_credential_missing: {
    code: "missing_credential",
    message:
      "The tool's credential for live calls is not connected. Connect an integration and name it in the tool.",
  },
  tool_host_not_bound: {
    code: "host_not_bound",
    message: "The tool's credential may not be sent to the tool's host. Connect one that may.",
  },
  agent_keeps_data: {
    code: "zero_retention_required",
    message:
      "This workspace demands providers that keep nothing, which is not known of {providers}. Check the integration, or give the agent another provider and deploy it.",
  },
  agent_data_without_baa: {
    code: "baa_required",
    message:
      "The agent asks for health or financial data ({variables}), and no business associate agreement is on record, which is part of the Enterprise plan. Ask the operator of this installation.",
  },
  language_of_agent_not_covered: {
    code: "language_not_covered",
    message:
      "The agent speaks {language}. Parley masks values, hears refusals and honors opt-outs in English only. Set the agent's language to one that begins with en, and deploy it.",
  },
  texts_without_carrier: {
    code: "missing_means",
    message:
      "No carrier for texts is connected. Connect an integration of kind twilio, and a phone number of it.",
  },
  payment_link_missing: { code: "missing_means", message: "Set the workspace's payment.link_url." },
  texts_without_carrier_and_link: {
    code: "missing_means",
    message:
      "No carrier for texts is connected. Connect an integration of kind twilio, and a phone number of it. Set the workspace's payment.link_url.",
  },
  calls_without_carrier: {
    code: "missing_means",
    message:
      "No carrier for calls is connected. Connect an integration of kind twilio or sip, and a phone number of it.",
  },
  transfer_target_repeated: { code: "duplicate", message: "This number or address is in the list already." },
  transfer_target_premium: {
    code: "not_allowed",
    message: "This is a premium-rate or shared-cost number, which is never called.",
  },
  fallback_number_premium: {
    code: "not_allowed",
    message: "This is a premium-rate or shared-cost number, which is never called.",
  },
  transfer_target_without_trunk: {
    code: "missing_means",
    message:
      "A SIP address is called over a SIP trunk. Connect an integration of kind sip and a phone number of it, or use a number in E.164. Twilio does not call SIP addresses.",
  },
  transfer_target_on_twilio: {
    code: "missing_means",
    message:
      "Calls to this agent's numbers at Twilio cannot be transferred to a SIP address. Use a number in E.164, or connect the agent to numbers of a SIP trunk only.",
  },
  transfer_to_missing: { code: "missing_means", message: "Set the agent's transfer_to." },
  calls_without_carrier_and_transfer_to: {
    code: "missing_means",
    message:
      "No carrier for calls is connected. Connect an integration of kind twilio or sip, and a phone number of it. Set the agent's transfer_to.",
  },
  ivr_number_missing: { code: "missing_means", message: "Set the workspace's payment.ivr_number." },
  calls_without_carrier_and_ivr_number: {
    code: "missing_means",
    message:
      "No carrier for calls is connected. Connect an integration of kind twilio or sip, and a phone number of it. Set the workspace's payment.ivr_number.",
  },
} as const satisfies DetailReasons;
