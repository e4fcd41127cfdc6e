import type { Element } from "@xmldom/xmldom";
import type { OpenedResponse } from "./open-response";
import { SsoError } from "./sso-error";
import { children, onlyChild, textOf } from "./xml";

/** Accepted clock skew between the provider and this service. */
const SKEW_MS = 60_000;
/**
 * Upper bound for the lifetime of the row that prevents replay. The request itself is open for ten minutes.
 */
const MAX_REMEMBERED_MS = 366 * 86_400_000;
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
/** Further attributes are ignored for the role. */
const MAX_ATTRIBUTES = 200;
const MAX_VALUES = 1_000;

/** The values that an assertion must contain to answer one request of this service. */
export type ExpectedResponse = {
  /** The identity provider's entity id. */
  issuer: string;
  /** This service's entity id. */
  audience: string;
  /** This service's assertion consumer URL. */
  acsUrl: string;
  /** The id of the request that the browser took to the provider. */
  requestId: string;
};

/** The identity in an assertion, and when the assertion expires. */
export type Identity = {
  assertionId: string;
  nameId: string;
  attributes: Record<string, string[]>;
  /** RFC 3339. The assertion cannot be used after this time. */
  expiresAt: string;
};

/** Milliseconds of an instant; NaN for invalid text, which fails every comparison below. */
const parseInstant = (text: string | null): number =>
  text !== null && INSTANT.test(text) ? Date.parse(text) : Number.NaN;

function checkResponse(response: Element, { issuer, acsUrl, requestId }: ExpectedResponse): void {
  const code = onlyChild(response, "protocol", "Status");
  const status = code && onlyChild(code, "protocol", "StatusCode");
  if (status?.getAttribute("Value") !== SUCCESS) throw new SsoError("status");
  const issued = onlyChild(response, "assertion", "Issuer");
  if (issued !== null && textOf(issued) !== issuer) throw new SsoError("issuer");
  if ((response.getAttribute("Destination") ?? "") !== acsUrl) throw new SsoError("destination");
  if (response.getAttribute("InResponseTo") !== requestId) throw new SsoError("not_begun_here");
}

/**
 * SAML 2.0 Profiles, 4.1.4.2: requires a bearer confirmation for this recipient, request and time. Returns
 * its end.
 */
function checkSubject(subject: Element, { acsUrl, requestId }: ExpectedResponse, nowMs: number): number {
  const [confirmation, ...more] = children(subject, "assertion", "SubjectConfirmation");
  if (confirmation === undefined || more.length > 0 || confirmation.getAttribute("Method") !== BEARER)
    throw new SsoError("recipient");
  const data = onlyChild(confirmation, "assertion", "SubjectConfirmationData");
  if (data === null || data.getAttribute("Recipient") !== acsUrl) throw new SsoError("recipient");
  if (data.getAttribute("InResponseTo") !== requestId) throw new SsoError("not_begun_here");
  const endsAt = parseInstant(data.getAttribute("NotOnOrAfter"));
  // The same section forbids NotBefore in a bearer confirmation.
  if (!(nowMs < endsAt + SKEW_MS) || data.hasAttribute("NotBefore")) throw new SsoError("time");
  return endsAt;
}

/** SAML 2.0 Core, 2.5.1. Returns the end of the conditions. */
function checkConditions(conditions: Element, audience: string, nowMs: number): number {
  const from = conditions.getAttribute("NotBefore");
  const until = conditions.getAttribute("NotOnOrAfter");
  if (from !== null && !(parseInstant(from) - SKEW_MS <= nowMs)) throw new SsoError("time");
  const endsAt = until === null ? Number.POSITIVE_INFINITY : parseInstant(until);
  if (!(nowMs < endsAt + SKEW_MS)) throw new SsoError("time");
  const restrictions = children(conditions, "assertion", "AudienceRestriction");
  const isForAudience = restrictions.every((restriction) =>
    children(restriction, "assertion", "Audience").some((candidate) => textOf(candidate) === audience),
  );
  if (restrictions.length === 0 || !isForAudience) throw new SsoError("audience");
  return endsAt;
}

function checkStatements(assertion: Element, nowMs: number): void {
  const statements = children(assertion, "assertion", "AuthnStatement");
  if (statements.length === 0) throw new SsoError("assertion");
  for (const statement of statements) {
    const ends = statement.getAttribute("SessionNotOnOrAfter");
    if (ends !== null && !(nowMs < parseInstant(ends) + SKEW_MS)) throw new SsoError("time");
  }
}

function attributesOf(assertion: Element): Record<string, string[]> {
  const attributes = children(assertion, "assertion", "AttributeStatement")
    .flatMap((statement) => children(statement, "assertion", "Attribute"))
    .slice(0, MAX_ATTRIBUTES);
  const valuesByName = new Map<string, string[]>();
  for (const attribute of attributes) {
    const name = attribute.getAttribute("Name") ?? "";
    const values = children(attribute, "assertion", "AttributeValue").map(textOf);
    if (name !== "")
      valuesByName.set(name, [...(valuesByName.get(name) ?? []), ...values].slice(0, MAX_VALUES));
  }
  return Object.fromEntries(valuesByName);
}

/**
 * Returns the identity if the assertion is from this provider, for this service, in response to this request
 * and valid now. It repeats jackson's checks and adds the ones that jackson omits (docs/sso.md). Throws
 * `SsoError`.
 */
export function checkAssertion(
  { response, assertion }: OpenedResponse,
  expected: ExpectedResponse,
  nowMs: number,
): Identity {
  checkResponse(response, expected);
  const assertionId = assertion.getAttribute("ID") ?? "";
  if (assertionId === "" || assertion.getAttribute("Version") !== "2.0") throw new SsoError("assertion");
  if (textOf(onlyChild(assertion, "assertion", "Issuer")) !== expected.issuer) throw new SsoError("issuer");
  const subject = onlyChild(assertion, "assertion", "Subject");
  const conditions = onlyChild(assertion, "assertion", "Conditions");
  const nameId = subject && onlyChild(subject, "assertion", "NameID");
  if (subject === null || conditions === null || textOf(nameId) === "") throw new SsoError("assertion");
  const endsAt = Math.min(
    checkSubject(subject, expected, nowMs),
    checkConditions(conditions, expected.audience, nowMs),
  );
  checkStatements(assertion, nowMs);
  return {
    assertionId,
    nameId: textOf(nameId),
    attributes: attributesOf(assertion),
    expiresAt: new Date(Math.min(endsAt + 2 * SKEW_MS, nowMs + MAX_REMEMBERED_MS)).toISOString(),
  };
}
