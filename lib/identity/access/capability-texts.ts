import type { Capability } from "./capabilities";

/**
 * The texts of the capabilities on the settings page: the heading, and what the capability permits. Every page loads the names and
 * roles, and only this page the texts.
 */
export const CAPABILITY_TEXTS: Readonly<Record<Capability, { group: string; description: string }>> = {
  "agents.read": { group: "Agents", description: "View agents and their versions, voices and models" },
  "agents.write": { group: "Agents", description: "Create, edit, duplicate, import and test agents" },
  "agents.deploy": { group: "Agents", description: "Deploy, roll back and archive agents" },
  "agents.override_suites": {
    group: "Agents",
    description: "Deploy although a required test suite has not passed",
  },
  "agents.policy": {
    group: "Agents",
    description:
      "Change recording, transcripts and sensitive variables of a live agent; turn off the AI disclosure",
  },
  "tools.read": { group: "Tools and integrations", description: "View tools" },
  "tools.write": { group: "Tools and integrations", description: "Create, edit, test and delete tools" },
  "integrations.read": { group: "Tools and integrations", description: "View connected services" },
  "integrations.manage": {
    group: "Tools and integrations",
    description: "Connect, check and disconnect services",
  },
  "calls.read": {
    group: "Calls",
    description: "View calls and masked transcripts; listen to masked recordings",
  },
  "calls.write": {
    group: "Calls",
    description: "Start, message and end calls; edit their tags, notes and comments",
  },
  "calls.take_over": { group: "Calls", description: "Take over calls in progress in the browser" },
  "calls.listen": {
    group: "Calls",
    description: "Listen to calls in progress, except those of agents with sensitive variables",
  },
  "calls.delete": { group: "Calls", description: "Delete calls and other members' comments" },
  "contacts.read": {
    group: "Contacts",
    description: "View contacts, their consent and suppressions, and whether they can be contacted",
  },
  "contacts.write": {
    group: "Contacts",
    description: "Create, edit and import contacts; change consent and suppressions",
  },
  "contacts.unsuppress": {
    group: "Contacts",
    description: "Lift a suppression by a contact, a list or a carrier, after newer consent",
  },
  "contacts.delete": { group: "Contacts", description: "Delete contacts" },
  "contacts.erase": {
    group: "Contacts",
    description: "Erase a contact's data; view deletions and their receipts",
  },
  "holds.place": { group: "Legal holds", description: "Place a legal hold on a call or a contact" },
  "holds.release": { group: "Legal holds", description: "Release a legal hold" },
  "campaigns.read": {
    group: "Campaigns",
    description: "View campaigns, their contacts and their preflight checks",
  },
  "campaigns.write": {
    group: "Campaigns",
    description: "Create, edit, launch, pause, resume and cancel campaigns",
  },
  "numbers.read": { group: "Phone numbers", description: "View phone numbers" },
  "numbers.manage": { group: "Phone numbers", description: "Connect, edit and disconnect phone numbers" },
  "webhooks.read": { group: "Webhooks and exports", description: "View webhooks and their deliveries" },
  "webhooks.manage": {
    group: "Webhooks and exports",
    description: "Create, edit, test, rotate, replay and delete webhooks",
  },
  "analytics.read": { group: "Analytics", description: "View call analytics" },
  "analytics.export": { group: "Analytics", description: "Download the data of a chart" },
  "exports.manage": {
    group: "Webhooks and exports",
    description: "Export calls, contacts, variables and the audit log",
  },
  "workspace.read": { group: "Workspace", description: "View workspace settings" },
  "workspace.write": { group: "Workspace", description: "Edit workspace settings, defaults and retention" },
  "plan.read": { group: "Workspace", description: "View the plan and the business associate agreement" },
  "workspace.delete": {
    group: "Workspace",
    description: "Delete the workspace, and restore it within seven days",
  },
  "members.names": { group: "Members", description: "View the names of members" },
  "members.read": { group: "Members", description: "View members and their roles" },
  "members.manage": {
    group: "Members",
    description: "Invite and remove members, and change roles up to your own",
  },
  "members.owners": {
    group: "Members",
    description: "Add, change and remove other owners; transfer ownership",
  },
  "keys.manage": {
    group: "API keys",
    description: "Create, rotate, take over and revoke API keys up to your own role",
  },
  "encryption.rotate": { group: "Encryption", description: "View and rotate encryption keys" },
  "encryption.customer_key": {
    group: "Encryption",
    description: "Import, withdraw and restore a customer-managed encryption key",
  },
  "staff_access.see": {
    group: "Staff access",
    description: "See when the operator's staff have access to the workspace",
  },
  "staff_access.manage": {
    group: "Staff access",
    description: "Approve, refuse and end access of the operator's staff",
  },
  "audit.read": { group: "Audit log", description: "View, verify and export the audit log" },
  "sso.manage": {
    group: "Single sign-on",
    description: "Connect, test, require and disconnect single sign-on",
  },
  "views.use": { group: "Saved views", description: "Save your own views; use shared views" },
  "views.share": { group: "Saved views", description: "Share your views with the workspace" },
  "views.manage": { group: "Saved views", description: "Edit and delete views that other members shared" },
  "self.manage": {
    group: "Your account",
    description: "Manage your password, two-factor authentication and sessions",
  },
};
