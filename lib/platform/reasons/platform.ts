import type { DetailReasons, ErrorReasons } from "./reason-table";

/** The errors of platform: code and sentence by reason. */
export const PLATFORM_ERRORS = {
  session_needed: { code: "forbidden", message: "This requires a signed-in session." },
  database_unavailable: {
    code: "unavailable",
    message: "The database does not answer at the moment. Try again shortly.",
  },
  database_disk_full: {
    code: "unavailable",
    message: "The disk of the database is full. The operator must free space; nothing was stored.",
  },
  limit_unavailable: {
    code: "unavailable",
    message: "The request limit cannot be checked at the moment. Try again shortly.",
  },
  server_busy: {
    code: "unavailable",
    message: "This server is busy. Nothing was done. Try again in {seconds} s.",
  },
  validation_error: {
    code: "validation_error",
    message: "{count} fields are not valid.",
    singular: "1 field is not valid.",
    isStandard: true,
  },
  not_found: { code: "not_found", message: "There is no such resource here.", isStandard: true },
  workspace_being_deleted: {
    code: "workspace_locked",
    message:
      "This workspace is being deleted. Until {until} an owner can restore it, under Settings → Workspace.",
  },
  workspace_key_withdrawn: {
    code: "workspace_locked",
    message:
      "This workspace's own encryption key was withdrawn. An owner can unlock the workspace by adding the key again, under Settings → Security.",
  },
  host_not_trusted: {
    code: "forbidden",
    message:
      "Set PARLEY_BASE_URL to the address that you open in the browser, and start Parley again. Until then people can sign in only on the machine itself, at localhost.",
  },
  too_many_streams_of_workspace: {
    code: "rate_limited",
    message:
      "This workspace has {limit} event streams open, which is the limit. Close a stream that is no longer needed, then try again.",
  },
  too_many_streams_of_key: {
    code: "rate_limited",
    message:
      "This API key has {limit} event streams open, which is the limit. Close a stream that is no longer needed, then try again.",
  },
  too_many_streams_of_member: {
    code: "rate_limited",
    message:
      "This person has {limit} event streams open, which is the limit. Close a stream that is no longer needed, then try again.",
  },
  too_many_streams_of_participant: {
    code: "rate_limited",
    message:
      "This conversation has {limit} event streams open, which is the limit. Close a stream that is no longer needed, then try again.",
  },
  workspace_changed: {
    code: "precondition_failed",
    message: "The workspace was changed meanwhile. Read it again, then repeat your change.",
  },
  agent_changed: {
    code: "precondition_failed",
    message: "The agent was changed meanwhile. Read it again, then repeat your change.",
  },
  phone_number_changed: {
    code: "precondition_failed",
    message: "The phone number was changed meanwhile. Read it again, then repeat your change.",
  },
  call_routes_changed: {
    code: "precondition_failed",
    message: "The call routes were changed meanwhile. Read them again, then repeat your change.",
  },
  tool_changed: {
    code: "precondition_failed",
    message: "The tool was changed meanwhile. Read it again, then repeat your change.",
  },
  campaign_changed: {
    code: "precondition_failed",
    message: "The campaign was changed meanwhile. Read it again, then repeat your change.",
  },
  contact_changed: {
    code: "precondition_failed",
    message: "The contact was changed meanwhile. Read it again, then repeat your change.",
  },
  webhook_changed: {
    code: "precondition_failed",
    message: "The webhook was changed meanwhile. Read it again, then repeat your change.",
  },
  suite_changed: {
    code: "precondition_failed",
    message: "The suite was changed meanwhile. Read it again, then repeat your change.",
  },
  scorecard_changed: {
    code: "precondition_failed",
    message: "The criteria were changed meanwhile. Read them again, then repeat your change.",
  },
  price_list_changed: {
    code: "precondition_failed",
    message: "The price list was changed meanwhile. Read it again, then repeat your change.",
  },
  cost_limits_changed: {
    code: "precondition_failed",
    message: "The cost limits were changed meanwhile. Read them again, then repeat your change.",
  },
  sso_changed: {
    code: "precondition_failed",
    message: "The single sign-on settings were changed meanwhile. Read them again, then repeat your change.",
  },
} as const satisfies ErrorReasons;

/** The problems of a part of a request of platform: code and sentence by reason. */
export const PLATFORM_DETAILS = {
  unknown_filter: { code: "unknown_field", message: "This list has no such filter, or it cannot be stored." },
  cursor_invalid: {
    code: "invalid_cursor",
    message: "Use a `next_cursor` of this list, unchanged and with the same filters and sorting.",
  },
  egress_refused_address: {
    code: "refused_address",
    message:
      "The address leads into a private network, which is not allowed. To allow it, the operator can list its host in TOOL_ALLOWED_HOSTS.",
  },
  egress_timeout: { code: "timeout", message: "The server took too long to respond." },
  egress_too_large: { code: "too_large", message: "The response is larger than allowed." },
  egress_network: { code: "network", message: "The server could not be reached." },
  egress_bad_url: {
    code: "bad_url",
    message: "The URL cannot be requested. Use http or https, without a user name or password.",
  },
  egress_not_encrypted: {
    code: "not_encrypted",
    message:
      "The connection is not encrypted. Use https, or ask the operator to list the host in TOOL_ALLOWED_HOSTS.",
  },
  egress_redirect: { code: "redirect", message: "The server redirects in a way that is not followed." },
} as const satisfies DetailReasons;
