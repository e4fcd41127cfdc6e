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
    description: "See agents and their versions, voices and models",
  },
  "agents.write": {
    minimumRole: "builder",
    group: "Agents",
    description: "Make, change, duplicate, import and rehearse agents",
  },
  "agents.deploy": {
    minimumRole: "admin",
    group: "Agents",
    description: "Deploy, roll back and archive agents",
  },
  "agents.policy": {
    minimumRole: "admin",
    group: "Agents",
    description:
      "Recording, transcripts and sensitive variables of a live agent; switching the disclosure off",
  },
  "tools.read": { minimumRole: "viewer", group: "Tools and integrations", description: "See tools" },
  "tools.write": {
    minimumRole: "builder",
    group: "Tools and integrations",
    description: "Make, change, try and delete tools",
  },
  "integrations.read": {
    minimumRole: "viewer",
    group: "Tools and integrations",
    description: "See which services are connected",
  },
  "integrations.manage": {
    minimumRole: "admin",
    group: "Tools and integrations",
    description: "Connect, check and disconnect services",
  },
  "calls.read": {
    minimumRole: "viewer",
    group: "Calls",
    description: "See calls and masked transcripts, listen to masked recordings",
  },
  "calls.write": {
    minimumRole: "builder",
    group: "Calls",
    description: "Start, message and end calls; their tags, notes and comments",
  },
  "calls.delete": {
    minimumRole: "admin",
    group: "Calls",
    description: "Delete a call; delete another member's comment",
  },
  "contacts.read": {
    minimumRole: "viewer",
    group: "Contacts",
    description: "See contacts, their consent and suppression, and why one may be reached or not",
  },
  "contacts.write": {
    minimumRole: "builder",
    group: "Contacts",
    description: "Make, change and import contacts; consent and suppression",
  },
  "contacts.unsuppress": {
    minimumRole: "admin",
    group: "Contacts",
    description: "Lift what a person, a list or a carrier suppressed, once a newer consent stands",
  },
  "contacts.delete": { minimumRole: "admin", group: "Contacts", description: "Delete a contact" },
  "contacts.erase": {
    minimumRole: "admin",
    group: "Contacts",
    description: "Erase what is kept of a contact; see deletions and their receipts",
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
    description: "See campaigns, their contacts and the preflight",
  },
  "campaigns.write": {
    minimumRole: "builder",
    group: "Campaigns",
    description: "Make and change campaigns; launch, pause, resume and cancel them",
  },
  "numbers.read": { minimumRole: "viewer", group: "Phone numbers", description: "See phone numbers" },
  "numbers.manage": {
    minimumRole: "admin",
    group: "Phone numbers",
    description: "Add, change and remove phone numbers",
  },
  "webhooks.read": {
    minimumRole: "viewer",
    group: "Webhooks and exports",
    description: "See webhooks and the log of their deliveries",
  },
  "webhooks.manage": {
    minimumRole: "admin",
    group: "Webhooks and exports",
    description: "Make, change, test, rotate, replay and delete webhooks",
  },
  "analytics.read": { minimumRole: "viewer", group: "Analytics", description: "See the figures of calls" },
  "analytics.export": {
    minimumRole: "builder",
    group: "Analytics",
    description: "Take the figures of a chart as a file",
  },
  "exports.manage": {
    minimumRole: "admin",
    group: "Webhooks and exports",
    description: "Export calls, contacts, variables and the audit log",
  },
  "workspace.read": {
    minimumRole: "viewer",
    group: "Workspace",
    description: "See the workspace's settings",
  },
  "workspace.write": {
    minimumRole: "admin",
    group: "Workspace",
    description: "Change the workspace's settings, defaults and retention",
  },
  "plan.read": {
    minimumRole: "owner",
    group: "Workspace",
    description: "See the plan, and the BAA on record",
  },
  "workspace.delete": {
    minimumRole: "owner",
    group: "Workspace",
    description: "Delete the workspace, and restore it within the days of grace",
  },
  "members.names": { minimumRole: "viewer", group: "Members", description: "See who a member is, by name" },
  "members.read": {
    minimumRole: "viewer",
    group: "Members",
    description: "See who belongs to the workspace",
  },
  "members.manage": {
    minimumRole: "admin",
    group: "Members",
    description: "Invite and remove members and change their roles, up to one's own role",
  },
  "members.owners": {
    minimumRole: "owner",
    group: "Members",
    description: "Make, change and remove other owners; hand one's ownership over",
  },
  "keys.manage": {
    minimumRole: "admin",
    group: "Keys",
    description: "Make, rotate, take over and revoke keys, up to one's own role",
  },
  "encryption.rotate": {
    minimumRole: "admin",
    group: "Encryption",
    description: "See encryption keys and rotate them",
  },
  "encryption.customer_key": {
    minimumRole: "owner",
    group: "Encryption",
    description: "Import an encryption key of the workspace's own, withdraw it and give it back",
  },
  "staff_access.see": {
    minimumRole: "viewer",
    group: "Staff access",
    description: "See whether staff of the operator look at the workspace",
  },
  "staff_access.manage": {
    minimumRole: "owner",
    group: "Staff access",
    description: "Let staff of the operator in, refuse them, and end it",
  },
  "audit.read": { minimumRole: "admin", group: "Audit", description: "Read, check and export the audit log" },
  "sso.manage": {
    minimumRole: "owner",
    group: "Security",
    description: "Connect, test, enforce and disconnect single sign-on",
  },
  "views.use": {
    minimumRole: "viewer",
    group: "Saved views",
    description: "Save views of one's own; see and use the shared ones",
  },
  "views.share": {
    minimumRole: "builder",
    group: "Saved views",
    description: "Share one's own views with the workspace",
  },
  "views.manage": {
    minimumRole: "admin",
    group: "Saved views",
    description: "Change and delete views that another member shared",
  },
  "self.manage": {
    minimumRole: "viewer",
    group: "One's own account",
    description: "One's own password, second factor and sessions",
  },
} as const satisfies Record<string, CapabilityRule>;

/** The name of a capability: `agents.write`. */
export type Capability = keyof typeof CAPABILITIES;

/** Every capability, in the order in which the settings page shows them. */
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as Capability[];
