import type { Role } from "@/lib/platform/context/roles";

/**
 * The capabilities of each role (product.md, "Roles"). The kernel, the pages and their buttons all use this
 * table. A stronger role has every capability of a weaker one. A route names its capability; capabilities
 * that a service checks itself are listed here too.
 */
export const MINIMUM_ROLES = {
  "agents.read": "viewer",
  "agents.write": "builder",
  "agents.deploy": "admin",
  "agents.override_suites": "owner",
  "agents.policy": "admin",
  "tools.read": "viewer",
  "tools.write": "builder",
  "integrations.read": "viewer",
  "integrations.manage": "admin",
  "calls.read": "viewer",
  "calls.write": "builder",
  "calls.take_over": "builder",
  "calls.listen": "admin",
  "calls.delete": "admin",
  "contacts.read": "viewer",
  "contacts.write": "builder",
  "contacts.unsuppress": "admin",
  "contacts.delete": "admin",
  "contacts.erase": "admin",
  "holds.place": "admin",
  "holds.release": "owner",
  "campaigns.read": "viewer",
  "campaigns.write": "builder",
  "numbers.read": "viewer",
  "numbers.manage": "admin",
  "webhooks.read": "viewer",
  "webhooks.manage": "admin",
  "analytics.read": "viewer",
  "analytics.export": "builder",
  "exports.manage": "admin",
  "workspace.read": "viewer",
  "workspace.write": "admin",
  "plan.read": "owner",
  "workspace.delete": "owner",
  "members.names": "viewer",
  "members.read": "viewer",
  "members.manage": "admin",
  "members.owners": "owner",
  "keys.manage": "admin",
  "encryption.rotate": "admin",
  "encryption.customer_key": "owner",
  "staff_access.see": "viewer",
  "staff_access.manage": "owner",
  "audit.read": "admin",
  "sso.manage": "owner",
  "views.use": "viewer",
  "views.share": "builder",
  "views.manage": "admin",
  "self.manage": "viewer",
} as const satisfies Record<string, Role>;

/** The name of a capability: `agents.write`. */
export type Capability = keyof typeof MINIMUM_ROLES;

/** Every capability, in the order in which the settings page shows them. */
export const CAPABILITY_NAMES = Object.keys(MINIMUM_ROLES) as Capability[];
