import type { DetailReasons, ErrorReasons } from "./reason-table";

/** The errors of identity/auth: code and sentence by reason. */
export const IDENTITY_AUTH_ERRORS = {
  invitation_not_usable: {
    code: "invalid_state",
    message: "This invitation was used or withdrawn, or it has expired. Ask for a new one.",
  },
  invitation_needs_sso: {
    code: "invalid_state",
    message: "This workspace enforces single sign-on. Sign in by single sign-on to become a member.",
  },
  address_of_member: {
    code: "conflict",
    message: "This address already belongs to a member. Sign in instead.",
  },
  session_of_one_workspace: {
    code: "forbidden",
    message:
      "This session is limited to one workspace. Sign out, then open the invitation again and sign in with your password.",
  },
  invitation_for_other_address: {
    code: "forbidden",
    message: "This invitation is for another address. Sign out, then open it again.",
  },
  session_ended: { code: "invalid_api_key", message: "This session has ended. Sign in again." },
  account_without_password: {
    code: "invalid_state",
    message: "This account has no password. It signs in by single sign-on.",
  },
  workspace_not_open: {
    code: "not_found",
    message:
      "This workspace does not exist, or your session does not open it. Ask its owner for an invitation, or sign in by the single sign-on that it requires.",
  },
  invalid_api_key: {
    code: "invalid_api_key",
    message: "Send a valid API key as a bearer token, or sign in.",
  },
  mcp_needs_key: {
    code: "forbidden",
    message: "The MCP server needs an API key as a bearer token. A session of the dashboard cannot use it.",
  },
  key_in_browser: {
    code: "key_in_browser",
    message: "A page of another site sent an API key. Keep keys on a server, and rotate this one.",
  },
  key_network_not_allowed: {
    code: "forbidden",
    message:
      "This key is not allowed from this address. Use an allowed address, or ask an admin to allow this one.",
  },
  other_site: {
    code: "forbidden",
    message: "This request came from another site. Use Parley's own pages or an API key.",
  },
  break_glass_needs_password: {
    code: "invalid_state",
    message:
      "The code works only together with a password, and your account has none. Ask an owner with a password to create the code.",
  },
  account_cannot_use_password: {
    code: "invalid_state",
    message: "This account signs in by single sign-on and cannot use a password.",
  },
  too_many_attempts: { code: "rate_limited", message: "Too many attempts. Wait {seconds} s and try again." },
  no_mail_for_reset: {
    code: "invalid_state",
    message:
      "This installation sends no mail. Ask the operator for a link: npm run password-reset -- <address>.",
  },
  account_unknown: { code: "not_found", message: "There is no account with this address." },
  account_enforces_sso: {
    code: "invalid_state",
    message: "Every workspace of this account enforces single sign-on, so a password cannot be used.",
  },
  reset_link_not_usable: {
    code: "invalid_state",
    message: "This link was used or has expired. Request a new one.",
  },
  too_many_wrong_codes: {
    code: "rate_limited",
    message: "Too many wrong codes. Wait 15 minutes and try again.",
  },
  second_factor_already_on: {
    code: "invalid_state",
    message: "The second factor is on already. Turn it off first.",
  },
  second_factor_not_on: { code: "invalid_state", message: "The second factor is not on." },
  account_must_use_sso: { code: "forbidden", message: "This account must sign in by single sign-on." },
  staff_sign_in_wrong: { code: "forbidden", message: "The address or the password is wrong." },
  staff_link_not_usable: {
    code: "forbidden",
    message: "This link was used or has expired. Ask for a new one.",
  },
  too_many_staff_tickets: {
    code: "conflict",
    message: "You have too many undecided requests for this workspace. Wait for an owner to decide them.",
  },
} as const satisfies ErrorReasons;

/** The problems of a part of a request of identity/auth: code and sentence by reason. */
export const IDENTITY_AUTH_DETAILS = {
  password_of_account_needed: {
    code: "wrong_password",
    message: "This address already has an account. Enter its password, or reset it first.",
  },
  name_missing: { code: "required", message: "Enter your name." },
  password_wrong: { code: "wrong_password", message: "This is not the account's password." },
  second_factor_code_wrong: {
    code: "wrong_code",
    message: "This code is wrong. Check the time of your device and enter the next code.",
  },
  page_scope_missing: {
    code: "required",
    message:
      "Send the workspace and the environment of the page, such as ws_01j5x3k9c2e8v7b6n4m1q0z8y7/live.",
  },
  page_scope_invalid: {
    code: "invalid",
    message:
      "Send the workspace and the environment of the page, such as ws_01j5x3k9c2e8v7b6n4m1q0z8y7/live.",
  },
} as const satisfies DetailReasons;
