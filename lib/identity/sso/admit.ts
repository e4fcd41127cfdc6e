import { z } from "zod";
import type { Role } from "@/lib/platform/context";
import type { Identity } from "./assertion";
import { MAPPED_ROLES, type RoleMapping } from "./schema";
import { SsoError } from "./sso-error";

/** Attribute names for the e-mail address, in order of preference: ADFS and Entra, plain names, LDAP. */
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

/** The first non-empty value of the first of these attributes. Names are compared without case. */
function readClaim({ attributes }: Identity, names: readonly string[]): string {
  const byName = new Map(Object.entries(attributes).map(([name, values]) => [name.toLowerCase(), values]));
  for (const name of names) {
    const text = byName.get(name)?.find((value) => value !== "");
    if (text !== undefined) return text;
  }
  return "";
}

/** The part of an address after the @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

function emailOf(identity: Identity): string {
  const email = (readClaim(identity, EMAIL_NAMES) || identity.nameId).trim().toLowerCase();
  if (!z.email().safeParse(email).success) throw new SsoError("no_email");
  return email;
}

function nameOf(identity: Identity, email: string): string {
  const parts = [readClaim(identity, FIRST_NAMES), readClaim(identity, LAST_NAMES)].filter(
    (part) => part !== "",
  );
  const name = readClaim(identity, FULL_NAMES) || parts.join(" ");
  return (name || email.slice(0, email.lastIndexOf("@"))).slice(0, MAX_NAME);
}

/**
 * The role of an identity: the strongest role of the matching rules, else the default role; null if there is
 * none. Rules never grant `owner`.
 */
export function roleFor({ attribute, rules, default_role }: RoleMapping, identity: Identity): Role | null {
  const values = new Set(identity.attributes[attribute ?? ""] ?? []);
  const mappedRoles = new Set(rules.filter(({ value }) => values.has(value)).map(({ role }) => role));
  return [...MAPPED_ROLES].reverse().find((role) => mappedRoles.has(role)) ?? default_role;
}

/** A person whom the identity provider vouches for and the workspace admits. */
export type AdmittedUser = { email: string; name: string; role: Role };

/**
 * Admits an identity that has an address in a confirmed domain and a role. Throws `no_email`,
 * `foreign_domain` and `no_role`.
 */
export function admitIdentity(
  identity: Identity,
  { domains, mapping }: { domains: readonly string[]; mapping: RoleMapping },
): AdmittedUser {
  const email = emailOf(identity);
  if (!domains.includes(domainOf(email))) throw new SsoError("foreign_domain");
  const role = roleFor(mapping, identity);
  if (role === null) throw new SsoError("no_role");
  return { email, name: nameOf(identity, email), role };
}
