/** The pages of the operator's staff. */
export const staff = {
  pageTitle: "Staff",
  signIn: { pageTitle: "Staff sign-in", title: "Sign in as staff", action: "Sign in" },
  password: { title: "Set your password", action: "Set password" },
  requests: {
    title: "Access requests",
    empty: "No access requests yet.",
    signOut: "Sign out",
    hours: "{hours, plural, one {# hour} other {# hours}}",
    until: "until <time></time>",
    open: "Open workspace",
    end: "End access",
    ended: "Access ended.",
    status: {
      requested: "Pending approval",
      active: "Approved",
      refused: "Refused",
      ended: "Ended",
      expired: "Expired",
    },
  },
  request: {
    title: "Request access to a workspace",
    description:
      "The workspace's owners see your email and the reason. You get a viewer's access: values are masked, and there are no recordings. Each page that you open is in their audit log.",
    workspace: "Workspace ID",
    reason: "Reason",
    reasonHelp: "The support case, so that the owners recognize it.",
    hours: "Hours",
    action: "Request access",
    done: "Access requested. An owner decides.",
  },
} as const;
