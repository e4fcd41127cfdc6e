import type { Role } from "@/lib/platform/context/roles";

type Rule = {
  /** The weakest role that may. */
  least: Role;
  /** Under which heading the settings page shows it. */
  group: string;
  /** What it is, in the words of the settings page. */
  says: string;
};

/**
 * Who may do what (product.md, "Roles"): the one table that the kernel, the pages and their buttons go by. A stronger
 * role may all that a weaker one may. A route names its capability; what a rule inside a verb asks for stands here too.
 */
export const CAPABILITIES = {
  "agents.read": {
    least: "viewer",
    group: "Agents",
    says: "See agents and their versions, voices and models",
  },
  "agents.write": {
    least: "builder",
    group: "Agents",
    says: "Make, change, duplicate, import and rehearse agents",
  },
  "agents.deploy": { least: "admin", group: "Agents", says: "Deploy, roll back and archive agents" },
  "agents.policy": {
    least: "admin",
    group: "Agents",
    says: "Recording, transcripts and sensitive variables of a live agent; switching the disclosure off",
  },
  "tools.read": { least: "viewer", group: "Tools and integrations", says: "See tools" },
  "tools.write": {
    least: "builder",
    group: "Tools and integrations",
    says: "Make, change, try and delete tools",
  },
  "integrations.read": {
    least: "viewer",
    group: "Tools and integrations",
    says: "See which services are connected",
  },
  "integrations.manage": {
    least: "admin",
    group: "Tools and integrations",
    says: "Connect, check and disconnect services",
  },
  "calls.read": {
    least: "viewer",
    group: "Calls",
    says: "See calls and masked transcripts, listen to masked recordings",
  },
  "calls.write": {
    least: "builder",
    group: "Calls",
    says: "Start, message and end calls; their tags and notes",
  },
  "calls.delete": { least: "admin", group: "Calls", says: "Delete a call" },
  "contacts.read": {
    least: "viewer",
    group: "Contacts",
    says: "See contacts, their consent and suppression, and why one may be reached or not",
  },
  "contacts.write": {
    least: "builder",
    group: "Contacts",
    says: "Make, change and import contacts; consent and suppression",
  },
  "contacts.unsuppress": {
    least: "admin",
    group: "Contacts",
    says: "Lift what a person, a list or a carrier suppressed, once a newer consent stands",
  },
  "contacts.delete": { least: "admin", group: "Contacts", says: "Delete a contact" },
  "contacts.erase": {
    least: "admin",
    group: "Contacts",
    says: "Erase what is kept of a contact; see deletions and their receipts",
  },
  "holds.place": { least: "admin", group: "Legal holds", says: "Place a legal hold on a call or a contact" },
  "holds.release": { least: "owner", group: "Legal holds", says: "Release a legal hold" },
  "campaigns.read": {
    least: "viewer",
    group: "Campaigns",
    says: "See campaigns, their contacts and the preflight",
  },
  "campaigns.write": {
    least: "builder",
    group: "Campaigns",
    says: "Make and change campaigns; launch, pause, resume and cancel them",
  },
  "numbers.read": { least: "viewer", group: "Phone numbers", says: "See phone numbers" },
  "numbers.manage": {
    least: "admin",
    group: "Phone numbers",
    says: "Add, change and remove phone numbers",
  },
  "webhooks.read": {
    least: "viewer",
    group: "Webhooks and exports",
    says: "See webhooks and the log of their deliveries",
  },
  "webhooks.manage": {
    least: "admin",
    group: "Webhooks and exports",
    says: "Make, change, test, rotate, replay and delete webhooks",
  },
  "analytics.read": { least: "viewer", group: "Analytics", says: "See the figures of calls" },
  "analytics.export": { least: "builder", group: "Analytics", says: "Take the figures of a chart as a file" },
  "exports.manage": {
    least: "admin",
    group: "Webhooks and exports",
    says: "Export calls, contacts, variables and the audit log",
  },
  "workspace.read": { least: "viewer", group: "Workspace", says: "See the workspace's settings" },
  "workspace.write": {
    least: "admin",
    group: "Workspace",
    says: "Change the workspace's settings, defaults and retention",
  },
  "plan.read": { least: "owner", group: "Workspace", says: "See the plan, and the BAA on record" },
  "workspace.delete": {
    least: "owner",
    group: "Workspace",
    says: "Delete the workspace, and restore it within the days of grace",
  },
  "members.names": { least: "viewer", group: "Members", says: "See who a member is, by name" },
  "members.read": { least: "viewer", group: "Members", says: "See who belongs to the workspace" },
  "members.manage": {
    least: "admin",
    group: "Members",
    says: "Invite and remove members and change their roles, up to one's own role",
  },
  "members.owners": {
    least: "owner",
    group: "Members",
    says: "Make, change and remove other owners; hand one's ownership over",
  },
  "keys.manage": {
    least: "admin",
    group: "Keys",
    says: "Make, rotate, take over and revoke keys, up to one's own role",
  },
  "encryption.rotate": { least: "admin", group: "Encryption", says: "See encryption keys and rotate them" },
  "encryption.customer_key": {
    least: "owner",
    group: "Encryption",
    says: "Import an encryption key of the workspace's own, withdraw it and give it back",
  },
  "staff_access.see": {
    least: "viewer",
    group: "Staff access",
    says: "See whether staff of the operator look at the workspace",
  },
  "staff_access.manage": {
    least: "owner",
    group: "Staff access",
    says: "Let staff of the operator in, refuse them, and end it",
  },
  "audit.read": { least: "admin", group: "Audit", says: "Read, check and export the audit log" },
  "sso.manage": {
    least: "owner",
    group: "Security",
    says: "Connect, test, enforce and disconnect single sign-on",
  },
  "self.manage": {
    least: "viewer",
    group: "One's own account",
    says: "One's own password, second factor and sessions",
  },
} as const satisfies Record<string, Rule>;

/** The name of one thing that somebody may do: `agents.write`. */
export type Capability = keyof typeof CAPABILITIES;

/** Every capability, in the order in which the settings page shows them. */
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as Capability[];
