/** Texts of emails: each has a subject, paragraphs, one button and a footer. Arguments are plain: `{name}`. */
export const emails = {
  frame: {
    fallback: "If the button does not work, open this address:",
    footer: "Sent by Parley at {host}.",
    when: "When",
    utc: "{at} UTC",
    workspace: "Workspace",
    test: "{workspace} (test environment)",
  },
  invitation: {
    title: "You are invited to Parley",
    text: "You are invited to the workspace “{workspace}” on Parley.",
    expiry: "The link works once, within 7 days.",
    action: "Accept invitation",
    help: "If you did not expect this invitation, ignore this email.",
  },
  reset: {
    title: "Set a new password",
    text: "A new password was requested for your Parley account.",
    expiry: "The link works once, within an hour.",
    action: "Set new password",
    help: "If you did not request this, ignore this email. Your password stays the same.",
  },
  doctor: {
    title: "Test message from Parley",
    text: "An operator of this installation sent this message to check that Parley can send emails.",
    action: "Open Parley",
    help: "If you did not expect this message, ignore it.",
  },
  account: {
    action: "Secure your account",
    help: "If this was not you, set a new password now.",
  },
  accountTitle: {
    password_changed: "Your password was changed",
    password_reset: "Your password was reset",
    second_factor_enabled: "Your second factor is on",
    second_factor_disabled: "Your second factor is off",
    second_factor_codes_renewed: "You have new recovery codes",
  },
  accountText: {
    password_changed: "The password of your Parley account was changed. Your other sessions have ended.",
    password_reset: "The password of your Parley account was reset by a link. All your sessions have ended.",
    second_factor_enabled: "Your Parley account now requires a code from your authenticator app.",
    second_factor_disabled: "Your Parley account now requires only the password.",
    second_factor_codes_renewed:
      "New recovery codes were created for your Parley account. The previous codes no longer work.",
  },
  notice: {
    help: "Choose which notifications are emailed: {address}",
  },
  noticeTitle: {
    webhook_disabled: "A webhook was switched off",
    sso_certificate_expiring: "A single sign-on certificate is about to expire",
    sso_break_glass_used: "An emergency access code was used",
    key_expiring: "An API key is about to expire",
    campaign_failed: "A campaign failed",
    campaign_paused: "A campaign was paused",
    deletion_completed: "A deletion is complete",
    deletion_blocked: "A deletion is blocked",
    session_new_browser: "You signed in from a new browser",
    trunk_limit_near: "A SIP trunk is near its limit",
    trunk_limit_reached: "A SIP trunk has reached its limit",
    cost_limit_near: "Calls have used 80% of a cost limit",
    cost_limit_reached: "A cost limit is reached",
    score_drifted: "The pass rate of a criterion has changed",
  },
  noticeText: {
    trunk_limit_near:
      "Its calls have used 80% of the limit for an hour or a day. At the limit, no further call is placed. If you do not expect these calls, check your API keys, campaigns and numbers.",
    trunk_limit_reached:
      "No further call is placed over it until the hour or the day (UTC) ends. Calls in progress continue, and campaigns wait. If you expect these calls, an admin can lift the limit under Limits of the trunk.",
    cost_limit_near:
      "At the limit, calls in progress end politely, further calls are refused and campaigns wait. If you do not expect this cost, check your API keys, campaigns and numbers.",
    cost_limit_reached:
      "Calls in progress end politely, further calls are refused and campaigns wait until the day or month ends. An admin can raise the limit.",
    score_drifted:
      "An agent's calls of the last 7 days passed a criterion more or less often than those of the 28 days before, by more than chance explains. Compare the agent's versions on its scores page, and mark some calls to check the judge.",
    webhook_disabled:
      "It accepted no event for five days, or answered that it is gone. It gets no more events. Events are kept for 30 days, so that you can replay the missed ones.",
    sso_certificate_expiring:
      "The last certificate of this workspace's identity provider expires soon. Single sign-on stops working then. Publish a new certificate at the provider, and save its new metadata here.",
    sso_break_glass_used:
      "An owner signed in to this workspace without single sign-on. The code cannot be used again. The audit log shows who signed in and from where.",
    key_expiring:
      "It stops working when it expires. If a system still uses it, create a new key and replace it there.",
    campaign_failed:
      "It makes no more calls or texts. Its page shows the reason and the contacts that were not reached.",
    campaign_paused:
      "Its agent uses a provider that this workspace no longer allows, or asks for data without the required agreement. It makes no calls while paused. Fix the problems that its page lists, then resume it.",
    deletion_completed: "A contact's data is erased. A signed receipt lists what was erased.",
    deletion_blocked: "A legal hold prevents it. It continues automatically once an owner releases the hold.",
    session_new_browser:
      "Your account was used in a browser that it had not been used in before. If this was not you, end that session and change your password now.",
  },
  noticeAction: {
    integrations: "View integrations",
    webhook: "View webhook",
    singleSignOn: "View single sign-on",
    auditLog: "View audit log",
    keys: "View API keys",
    campaign: "View campaign",
    receipt: "View receipt",
    deletion: "View deletion",
    sessions: "View sessions",
    costs: "View costs",
    scores: "View scores",
  },
} as const;
