import type { Element } from "@xmldom/xmldom";
import { SsoError } from "./sso-error";
import { childElements, everyElement, isNamed, NS } from "./xml";

/**
 * Accepted signature algorithms. SHA-1 is broken (SHAttered), and HMAC would accept a public key as its
 * secret.
 */
export const SIGNATURES: Readonly<Record<string, string>> = {
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256": "sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512": "sha512",
};
export const DIGESTS: readonly string[] = [
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
];
const ENVELOPED = `${NS.signature}enveloped-signature`;
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const CANONICALIZATIONS: readonly string[] = [EXCLUSIVE, `${EXCLUSIVE}WithComments`];

/** One over the response, one over its assertion. */
const MAX_SIGNATURES = 2;
/** Maximum prefixes in a canonicalization's PrefixList; providers use one or two (xs, xsi). */
const MAX_PREFIXES = 20;

/** An XML name without colons (xs:ID), which has no special meaning in an XPath. */
const ID = /^[A-Za-z_][A-Za-z0-9._-]*$/;
export const isXmlId = (text: string): boolean => ID.test(text);

function ensure(isAsRequired: boolean): asserts isAsRequired {
  if (!isAsRequired) throw new SsoError("signature");
}
const isLeaf = (element: Element): boolean => childElements(element).length === 0;
const algorithmOf = (element: Element): string => element.getAttribute("Algorithm") ?? "";

/** Requires exactly these child elements in this order, and returns them. */
function requireChildren(parent: Element, names: readonly string[]): Element[] {
  const elements = childElements(parent);
  const areExpected = elements.every((element, n) => isNamed(element, "signature", names[n] ?? ""));
  ensure(areExpected && elements.length === names.length);
  return elements;
}

/** Allows at most one list of prefixes. xml-crypto repeats it in every transform that it signs. */
function requireParameters(transform: Element): void {
  const [list, ...more] = childElements(transform);
  if (list === undefined) return;
  const prefixes = (list.getAttribute("PrefixList") ?? "").split(" ");
  ensure(list.localName === "InclusiveNamespaces" && isLeaf(list) && more.length === 0);
  ensure(prefixes.length <= MAX_PREFIXES);
}

function requireCanonicalization(element: Element): void {
  ensure(CANONICALIZATIONS.includes(algorithmOf(element)));
  requireParameters(element);
}

/** SAML 2.0 Core, 5.4.2 and 5.4.4: requires the identifier of the enclosing element and two transforms. */
function requireReference(reference: Element, signed: Element): void {
  const id = signed.getAttribute("ID") ?? "";
  ensure(isXmlId(id) && reference.getAttribute("URI") === `#${id}`);
  const [transforms, digest, value] = requireChildren(reference, [
    "Transforms",
    "DigestMethod",
    "DigestValue",
  ]);
  ensure(transforms !== undefined && digest !== undefined && value !== undefined);
  ensure(DIGESTS.includes(algorithmOf(digest)) && isLeaf(digest) && isLeaf(value));
  const [enveloped, canonicalization] = requireChildren(transforms, ["Transform", "Transform"]);
  ensure(enveloped !== undefined && canonicalization !== undefined);
  ensure(algorithmOf(enveloped) === ENVELOPED);
  requireParameters(enveloped);
  requireCanonicalization(canonicalization);
}

function requireShape(signature: Element, signed: Element): void {
  const hasKeyInfo = childElements(signature).length > 2;
  const parts = ["SignedInfo", "SignatureValue", ...(hasKeyInfo ? ["KeyInfo"] : [])];
  const [signedInfo, value] = requireChildren(signature, parts);
  ensure(signedInfo !== undefined && value !== undefined && isLeaf(value));
  const [canonicalization, method, reference] = requireChildren(signedInfo, [
    "CanonicalizationMethod",
    "SignatureMethod",
    "Reference",
  ]);
  ensure(canonicalization !== undefined && method !== undefined && reference !== undefined);
  ensure(Object.hasOwn(SIGNATURES, algorithmOf(method)) && isLeaf(method));
  requireCanonicalization(canonicalization);
  requireReference(reference, signed);
}

/**
 * Validates the shape of all signatures in a document before any computation: at most two signatures, as
 * direct children of the response and of its assertion, each with one SignedInfo and one Reference to its
 * enclosing element. Otherwise the sender could control how often the document is canonicalized and digested
 * (XML Signature Best Practices, W3C 2013, 2.1). Source: SAML 2.0 Core, 5.4. Throws `signature`.
 */
export function requireSignatureShapes(root: Element): void {
  const signatures = everyElement(root, "Signature");
  ensure(signatures.length <= MAX_SIGNATURES);
  const signedElements = new Set<unknown>();
  for (const signature of signatures) {
    const signedElement = signature.parentNode as Element | null;
    ensure(signedElement !== null && !signedElements.has(signedElement));
    const isAllowedParent =
      signedElement === root ||
      (isNamed(signedElement, "assertion", "Assertion") && signedElement.parentNode === root);
    ensure(isAllowedParent && isNamed(signature, "signature", "Signature"));
    signedElements.add(signedElement);
    requireShape(signature, signedElement);
  }
}
