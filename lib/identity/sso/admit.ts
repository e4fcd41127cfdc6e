import { z } from "zod";
import type { Role } from "@/lib/platform/context";
import type { Identity } from "./assertion";
import { SsoRefused } from "./refused";
import { MAPPED_ROLES, type RoleMapping } from "./schema";

/** Names that providers give to somebody's address, weakest claim last: ADFS and Entra, plain ones, LDAP's. */
const EMAIL_NAMES = [
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "email",
  "mail",
  "emailaddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
];
const FULL_NAMES = [
  "http://schemas.microsoft.com/identity/claims/displayname",
  "displayname",
  "name",
  "urn:oid:2.16.840.1.113730.3.1.241",
];
const FIRST_NAMES = [
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
  "givenname",
  "firstname",
  "urn:oid:2.5.4.42",
];
const LAST_NAMES = [
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
  "surname",
  "lastname",
  "sn",
  "urn:oid:2.5.4.4",
];
const MAX_NAME = 200;

/** The first value of the first of these attributes that says something; their names are compared without case. */
function claim({ attributes }: Identity, names: readonly string[]): string {
  const byName = new Map(Object.entries(attributes).map(([name, values]) => [name.toLowerCase(), values]));
  for (const name of names) {
    const said = byName.get(name)?.find((value) => value !== "");
    if (said !== undefined) return said;
  }
  return "";
}

/** The part of an address behind the @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

function emailOf(identity: Identity): string {
  const email = (claim(identity, EMAIL_NAMES) || identity.nameId).trim().toLowerCase();
  if (!z.email().safeParse(email).success) throw new SsoRefused("no_email");
  return email;
}

function nameOf(identity: Identity, email: string): string {
  const parts = [claim(identity, FIRST_NAMES), claim(identity, LAST_NAMES)].filter((part) => part !== "");
  const name = claim(identity, FULL_NAMES) || parts.join(" ");
  return (name || email.slice(0, email.lastIndexOf("@"))).slice(0, MAX_NAME);
}

/**
 * The role that an identity is given: the strongest of the rules that fit it, else the default; null for none. No rule
 * makes an owner.
 */
export function roleFor({ attribute, rules, default_role }: RoleMapping, identity: Identity): Role | null {
  const values = new Set(identity.attributes[attribute ?? ""] ?? []);
  const given = new Set(rules.filter(({ value }) => values.has(value)).map(({ role }) => role));
  return [...MAPPED_ROLES].reverse().find((role) => given.has(role)) ?? default_role;
}

/** Somebody whom the provider vouches for and the workspace takes in. */
export type Admitted = { email: string; name: string; role: Role };

/**
 * Whom a workspace takes in: an address in one of its confirmed domains, and a role. Throws `no_email`,
 * `foreign_domain`, `no_role`.
 */
export function admit(
  identity: Identity,
  { domains, mapping }: { domains: readonly string[]; mapping: RoleMapping },
): Admitted {
  const email = emailOf(identity);
  if (!domains.includes(domainOf(email))) throw new SsoRefused("foreign_domain");
  const role = roleFor(mapping, identity);
  if (role === null) throw new SsoRefused("no_role");
  return { email, name: nameOf(identity, email), role };
}
