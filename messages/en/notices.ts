/** Notifications of a member, and which of them are also sent by email. */
export const notices = {
  title: "Notifications",
  description: "Events of this workspace in both environments. Notifications are kept for 30 days.",
  readAll: { action: "Mark all as read", done: "All notifications marked as read." },
  empty: "No notifications",
  emptyHelp:
    "You are notified here, and by email if it is set up, when a campaign fails, a webhook is disabled, a deletion completes, a key expires, or your account is used in a new browser.",
  unread: "Unread.",
  test: "Test",
  email: {
    title: "Email",
    on: "Choose which notifications of this workspace are also sent by email.",
    off: "No mail server is configured, so no email is sent. Your choices apply once there is one.",
    enabled: "Email turned on for these notifications.",
    disabled: "Email turned off for these notifications.",
  },
} as const;
