/** The capabilities of roles by their names in the API, and the headings that group them. */
export const permissions = {
  group: {
    agents: "Agents",
    toolsAndIntegrations: "Tools and integrations",
    calls: "Calls",
    contacts: "Contacts",
    legalHolds: "Legal holds",
    campaigns: "Campaigns",
    phoneNumbers: "Phone numbers",
    webhooksAndExports: "Webhooks and exports",
    analytics: "Analytics",
    workspace: "Workspace",
    members: "Members",
    apiKeys: "API keys",
    encryption: "Encryption",
    staffAccess: "Staff access",
    auditLog: "Audit log",
    "singleSign-on": "Single sign-on",
    savedViews: "Saved views",
    yourAccount: "Your account",
  },
  capability: {
    agents: {
      read: "View agents and their versions, voices and models",
      write: "Create, edit, duplicate, import and test agents",
      deploy: "Deploy, roll back and archive agents",
      override_suites: "Deploy although a required test suite has not passed",
      policy:
        "Change recording, transcripts and sensitive variables of a live agent; turn off the AI disclosure",
    },
    tools: {
      read: "View tools",
      write: "Create, edit, test and delete tools",
    },
    integrations: {
      read: "View connected services",
      manage: "Connect, check and disconnect services",
    },
    calls: {
      read: "View calls and masked transcripts; listen to masked recordings",
      write: "Start, message and end calls; edit their tags, notes and comments",
      take_over: "Take over calls in progress in the browser",
      listen: "Listen to calls in progress, except those of agents with sensitive variables",
      delete: "Delete calls and other members' comments",
    },
    contacts: {
      read: "View contacts, their consent and suppressions, and whether they can be contacted",
      write: "Create, edit and import contacts; change consent and suppressions",
      unsuppress: "Lift a suppression by a contact, a list or a carrier, after newer consent",
      delete: "Delete contacts",
      erase: "Erase a contact's data; view deletions and their receipts",
    },
    holds: {
      place: "Place a legal hold on a call or a contact",
      release: "Release a legal hold",
    },
    campaigns: {
      read: "View campaigns, their contacts and their preflight checks",
      write: "Create, edit, launch, pause, resume and cancel campaigns",
    },
    numbers: {
      read: "View phone numbers",
      manage: "Connect, edit and disconnect phone numbers",
    },
    webhooks: {
      read: "View webhooks and their deliveries",
      manage: "Create, edit, test, rotate, replay and delete webhooks",
    },
    analytics: {
      read: "View call analytics",
      export: "Download the data of a chart",
    },
    exports: {
      manage: "Export calls, contacts, variables and the audit log",
    },
    workspace: {
      read: "View workspace settings",
      write: "Edit workspace settings, defaults and retention",
      delete: "Delete the workspace, and restore it within seven days",
    },
    plan: {
      read: "View the plan and the business associate agreement",
    },
    members: {
      names: "View the names of members",
      read: "View members and their roles",
      manage: "Invite and remove members, and change roles up to your own",
      owners: "Add, change and remove other owners; transfer ownership",
    },
    keys: {
      manage: "Create, rotate, take over and revoke API keys up to your own role",
    },
    encryption: {
      rotate: "View and rotate encryption keys",
      customer_key: "Import, withdraw and restore a customer-managed encryption key",
    },
    staff_access: {
      see: "See when the operator's staff have access to the workspace",
      manage: "Approve, refuse and end access of the operator's staff",
    },
    audit: {
      read: "View, verify and export the audit log",
    },
    sso: {
      manage: "Connect, test, require and disconnect single sign-on",
    },
    views: {
      use: "Save your own views; use shared views",
      share: "Share your views with the workspace",
      manage: "Edit and delete views that other members shared",
    },
    self: {
      manage: "Manage your password, two-factor authentication and sessions",
    },
  },
} as const;
