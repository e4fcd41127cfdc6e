import type { Role } from "@/lib/platform/context/roles";

type CapabilityRule = {
  /** The weakest role that has the capability. */
  minimumRole: Role;
  /** The heading under which the settings page lists it. */
  group: string;
  /** The text that the settings page shows. */
  description: string;
};

/**
 * The capabilities of each role (product.md, "Roles"). The kernel, the pages and their buttons all use this
 * table. A stronger role has every capability of a weaker one. A route names its capability; capabilities
 * that a service checks itself are listed here too.
 */
export const CAPABILITIES = {
  "agents.read": {
    minimumRole: "viewer",
    group: "Agents",
    description: "View agents and their versions, voices and models",
  },
  "agents.write": {
    minimumRole: "builder",
    group: "Agents",
    description: "Create, edit, duplicate, import and test agents",
  },
  "agents.deploy": {
    minimumRole: "admin",
    group: "Agents",
    description: "Deploy, roll back and archive agents",
  },
  "agents.override_suites": {
    minimumRole: "owner",
    group: "Agents",
    description: "Deploy although a required test suite has not passed",
  },
  "agents.policy": {
    minimumRole: "admin",
    group: "Agents",
    description:
      "Change recording, transcripts and sensitive variables of a live agent; turn off the AI disclosure",
  },
  "tools.read": { minimumRole: "viewer", group: "Tools and integrations", description: "View tools" },
  "tools.write": {
    minimumRole: "builder",
    group: "Tools and integrations",
    description: "Create, edit, test and delete tools",
  },
  "integrations.read": {
    minimumRole: "viewer",
    group: "Tools and integrations",
    description: "View connected services",
  },
  "integrations.manage": {
    minimumRole: "admin",
    group: "Tools and integrations",
    description: "Connect, check and disconnect services",
  },
  "calls.read": {
    minimumRole: "viewer",
    group: "Calls",
    description: "View calls and masked transcripts; listen to masked recordings",
  },
  "calls.write": {
    minimumRole: "builder",
    group: "Calls",
    description: "Start, message and end calls; edit their tags, notes and comments",
  },
  "calls.take_over": {
    minimumRole: "builder",
    group: "Calls",
    description: "Take over calls in progress in the browser",
  },
  "calls.listen": {
    minimumRole: "admin",
    group: "Calls",
    description: "Listen to calls in progress, except those of agents with sensitive variables",
  },
  "calls.delete": {
    minimumRole: "admin",
    group: "Calls",
    description: "Delete calls and other members' comments",
  },
  "contacts.read": {
    minimumRole: "viewer",
    group: "Contacts",
    description: "View contacts, their consent and suppressions, and whether they can be contacted",
  },
  "contacts.write": {
    minimumRole: "builder",
    group: "Contacts",
    description: "Create, edit and import contacts; change consent and suppressions",
  },
  "contacts.unsuppress": {
    minimumRole: "admin",
    group: "Contacts",
    description: "Lift a suppression by a contact, a list or a carrier, after newer consent",
  },
  "contacts.delete": { minimumRole: "admin", group: "Contacts", description: "Delete contacts" },
  "contacts.erase": {
    minimumRole: "admin",
    group: "Contacts",
    description: "Erase a contact's data; view deletions and their receipts",
  },
  "holds.place": {
    minimumRole: "admin",
    group: "Legal holds",
    description: "Place a legal hold on a call or a contact",
  },
  "holds.release": { minimumRole: "owner", group: "Legal holds", description: "Release a legal hold" },
  "campaigns.read": {
    minimumRole: "viewer",
    group: "Campaigns",
    description: "View campaigns, their contacts and their preflight checks",
  },
  "campaigns.write": {
    minimumRole: "builder",
    group: "Campaigns",
    description: "Create, edit, launch, pause, resume and cancel campaigns",
  },
  "numbers.read": { minimumRole: "viewer", group: "Phone numbers", description: "View phone numbers" },
  "numbers.manage": {
    minimumRole: "admin",
    group: "Phone numbers",
    description: "Connect, edit and disconnect phone numbers",
  },
  "webhooks.read": {
    minimumRole: "viewer",
    group: "Webhooks and exports",
    description: "View webhooks and their deliveries",
  },
  "webhooks.manage": {
    minimumRole: "admin",
    group: "Webhooks and exports",
    description: "Create, edit, test, rotate, replay and delete webhooks",
  },
  "analytics.read": { minimumRole: "viewer", group: "Analytics", description: "View call analytics" },
  "analytics.export": {
    minimumRole: "builder",
    group: "Analytics",
    description: "Download the data of a chart",
  },
  "exports.manage": {
    minimumRole: "admin",
    group: "Webhooks and exports",
    description: "Export calls, contacts, variables and the audit log",
  },
  "workspace.read": {
    minimumRole: "viewer",
    group: "Workspace",
    description: "View workspace settings",
  },
  "workspace.write": {
    minimumRole: "admin",
    group: "Workspace",
    description: "Edit workspace settings, defaults and retention",
  },
  "plan.read": {
    minimumRole: "owner",
    group: "Workspace",
    description: "View the plan and the business associate agreement",
  },
  "workspace.delete": {
    minimumRole: "owner",
    group: "Workspace",
    description: "Delete the workspace, and restore it within seven days",
  },
  "members.names": { minimumRole: "viewer", group: "Members", description: "View the names of members" },
  "members.read": {
    minimumRole: "viewer",
    group: "Members",
    description: "View members and their roles",
  },
  "members.manage": {
    minimumRole: "admin",
    group: "Members",
    description: "Invite and remove members, and change roles up to your own",
  },
  "members.owners": {
    minimumRole: "owner",
    group: "Members",
    description: "Add, change and remove other owners; transfer ownership",
  },
  "keys.manage": {
    minimumRole: "admin",
    group: "API keys",
    description: "Create, rotate, take over and revoke API keys up to your own role",
  },
  "encryption.rotate": {
    minimumRole: "admin",
    group: "Encryption",
    description: "View and rotate encryption keys",
  },
  "encryption.customer_key": {
    minimumRole: "owner",
    group: "Encryption",
    description: "Import, withdraw and restore a customer-managed encryption key",
  },
  "staff_access.see": {
    minimumRole: "viewer",
    group: "Staff access",
    description: "See when the operator's staff have access to the workspace",
  },
  "staff_access.manage": {
    minimumRole: "owner",
    group: "Staff access",
    description: "Approve, refuse and end access of the operator's staff",
  },
  "audit.read": {
    minimumRole: "admin",
    group: "Audit log",
    description: "View, verify and export the audit log",
  },
  "sso.manage": {
    minimumRole: "owner",
    group: "Single sign-on",
    description: "Connect, test, require and disconnect single sign-on",
  },
  "views.use": {
    minimumRole: "viewer",
    group: "Saved views",
    description: "Save your own views; use shared views",
  },
  "views.share": {
    minimumRole: "builder",
    group: "Saved views",
    description: "Share your views with the workspace",
  },
  "views.manage": {
    minimumRole: "admin",
    group: "Saved views",
    description: "Edit and delete views that other members shared",
  },
  "self.manage": {
    minimumRole: "viewer",
    group: "Your account",
    description: "Manage your password, two-factor authentication and sessions",
  },
} as const satisfies Record<string, CapabilityRule>;

/** The name of a capability: `agents.write`. */
export type Capability = keyof typeof CAPABILITIES;

/** Every capability, in the order in which the settings page shows them. */
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as Capability[];
