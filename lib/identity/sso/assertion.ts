import type { Element } from "@xmldom/xmldom";
import { SsoRefused } from "./refused";
import type { Opened } from "./signed";
import { children, onlyChild, textOf } from "./xml";

/** How far the clocks of both sides may differ. */
const SKEW_MS = 60_000;
/** A row that remembers an assertion is kept no longer: the request that it answers is open for ten minutes. */
const MAX_REMEMBERED_MS = 366 * 86_400_000;
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
/** A person in more groups is given a role by some of them. */
const MAX_ATTRIBUTES = 200;
const MAX_VALUES = 1_000;

/** What an assertion must say to be an answer to one request of this service. */
export type Expected = {
  /** The identity provider's. */
  issuer: string;
  /** This service's entity id. */
  audience: string;
  /** This service's address for assertions. */
  acsUrl: string;
  /** The id of the request that the browser was sent off with. */
  requestId: string;
};

/** What the provider says of a person, and until when its assertion can be shown. */
export type Identity = {
  assertionId: string;
  nameId: string;
  attributes: Record<string, string[]>;
  /** RFC 3339: from here on the assertion has run out for everybody. */
  spentAt: string;
};

/** Milliseconds of an instant; NaN for what is none, which every comparison below refuses. */
const instant = (text: string | null): number =>
  text !== null && INSTANT.test(text) ? Date.parse(text) : Number.NaN;

function checkResponse(response: Element, { issuer, acsUrl, requestId }: Expected): void {
  const code = onlyChild(response, "protocol", "Status");
  const status = code && onlyChild(code, "protocol", "StatusCode");
  if (status?.getAttribute("Value") !== SUCCESS) throw new SsoRefused("status");
  const issued = onlyChild(response, "assertion", "Issuer");
  if (issued !== null && textOf(issued) !== issuer) throw new SsoRefused("issuer");
  if ((response.getAttribute("Destination") ?? "") !== acsUrl) throw new SsoRefused("destination");
  if (response.getAttribute("InResponseTo") !== requestId) throw new SsoRefused("not_begun_here");
}

/** SAML 2.0 Profiles, 4.1.4.2: a bearer confirmation for this recipient, this request and this moment. Answers its end. */
function checkSubject(subject: Element, { acsUrl, requestId }: Expected, nowMs: number): number {
  const [confirmation, ...more] = children(subject, "assertion", "SubjectConfirmation");
  if (confirmation === undefined || more.length > 0 || confirmation.getAttribute("Method") !== BEARER)
    throw new SsoRefused("recipient");
  const data = onlyChild(confirmation, "assertion", "SubjectConfirmationData");
  if (data === null || data.getAttribute("Recipient") !== acsUrl) throw new SsoRefused("recipient");
  if (data.getAttribute("InResponseTo") !== requestId) throw new SsoRefused("not_begun_here");
  const endsAt = instant(data.getAttribute("NotOnOrAfter"));
  // A bearer confirmation begins at once (the same place of the standard forbids NotBefore).
  if (!(nowMs < endsAt + SKEW_MS) || data.hasAttribute("NotBefore")) throw new SsoRefused("time");
  return endsAt;
}

/** SAML 2.0 Core, 2.5.1. Answers when they end. */
function checkConditions(conditions: Element, audience: string, nowMs: number): number {
  const from = conditions.getAttribute("NotBefore");
  const until = conditions.getAttribute("NotOnOrAfter");
  if (from !== null && !(instant(from) - SKEW_MS <= nowMs)) throw new SsoRefused("time");
  const endsAt = until === null ? Number.POSITIVE_INFINITY : instant(until);
  if (!(nowMs < endsAt + SKEW_MS)) throw new SsoRefused("time");
  const restrictions = children(conditions, "assertion", "AudienceRestriction");
  const isMeant = restrictions.every((one) =>
    children(one, "assertion", "Audience").some((named) => textOf(named) === audience),
  );
  if (restrictions.length === 0 || !isMeant) throw new SsoRefused("audience");
  return endsAt;
}

function checkStatements(assertion: Element, nowMs: number): void {
  const statements = children(assertion, "assertion", "AuthnStatement");
  if (statements.length === 0) throw new SsoRefused("assertion");
  for (const statement of statements) {
    const ends = statement.getAttribute("SessionNotOnOrAfter");
    if (ends !== null && !(nowMs < instant(ends) + SKEW_MS)) throw new SsoRefused("time");
  }
}

function attributesOf(assertion: Element): Record<string, string[]> {
  const attributes = children(assertion, "assertion", "AttributeStatement")
    .flatMap((statement) => children(statement, "assertion", "Attribute"))
    .slice(0, MAX_ATTRIBUTES);
  const found = new Map<string, string[]>();
  for (const attribute of attributes) {
    const name = attribute.getAttribute("Name") ?? "";
    const values = children(attribute, "assertion", "AttributeValue").map(textOf);
    if (name !== "") found.set(name, [...(found.get(name) ?? []), ...values].slice(0, MAX_VALUES));
  }
  return Object.fromEntries(found);
}

/**
 * Who signed in, if the assertion says it of this provider, for this service, in answer to this request, now. It checks
 * what jackson leaves unchecked (docs/sso.md) and what it checks. Throws `SsoRefused`.
 */
export function checkAssertion({ response, assertion }: Opened, expected: Expected, nowMs: number): Identity {
  checkResponse(response, expected);
  const assertionId = assertion.getAttribute("ID") ?? "";
  if (assertionId === "" || assertion.getAttribute("Version") !== "2.0") throw new SsoRefused("assertion");
  if (textOf(onlyChild(assertion, "assertion", "Issuer")) !== expected.issuer) throw new SsoRefused("issuer");
  const subject = onlyChild(assertion, "assertion", "Subject");
  const conditions = onlyChild(assertion, "assertion", "Conditions");
  const nameId = subject && onlyChild(subject, "assertion", "NameID");
  if (subject === null || conditions === null || textOf(nameId) === "") throw new SsoRefused("assertion");
  const endsAt = Math.min(
    checkSubject(subject, expected, nowMs),
    checkConditions(conditions, expected.audience, nowMs),
  );
  checkStatements(assertion, nowMs);
  return {
    assertionId,
    nameId: textOf(nameId),
    attributes: attributesOf(assertion),
    spentAt: new Date(Math.min(endsAt + 2 * SKEW_MS, nowMs + MAX_REMEMBERED_MS)).toISOString(),
  };
}
