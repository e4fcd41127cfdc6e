import type { Element } from "@xmldom/xmldom";
import { SsoRefused } from "./refused";
import { childElements, everyElement, isNamed, NS } from "./xml";

/** SHA-1 is broken for signatures (SHAttered), and HMAC would let a public key be taken for a secret. */
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
/** Prefixes that a canonicalization is told to keep: providers name one or two (xs, xsi). */
const MAX_PREFIXES = 20;

/** An XML name without colons, as identifiers are (xs:ID): nothing that could mean something in an XPath. */
const ID = /^[A-Za-z_][A-Za-z0-9._-]*$/;
export const isXmlId = (text: string): boolean => ID.test(text);

function ensure(isAsRequired: boolean): asserts isAsRequired {
  if (!isAsRequired) throw new SsoRefused("signature");
}
const isLeaf = (element: Element): boolean => childElements(element).length === 0;
const algorithmOf = (element: Element): string => element.getAttribute("Algorithm") ?? "";

/** The child elements, which are the named ones in their order and no others. */
function onlyThese(parent: Element, names: readonly string[]): Element[] {
  const elements = childElements(parent);
  const areThese = elements.every((element, n) => isNamed(element, "signature", names[n] ?? ""));
  ensure(areThese && elements.length === names.length);
  return elements;
}

/** At most one list of prefixes inside: xml-crypto, as a signer, repeats it in every transform. */
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

/** SAML 2.0 Core, 5.4.2 and 5.4.4: the identifier of the element that it lies in, and two transforms. */
function requireReference(reference: Element, signed: Element): void {
  const id = signed.getAttribute("ID") ?? "";
  ensure(isXmlId(id) && reference.getAttribute("URI") === `#${id}`);
  const [transforms, digest, value] = onlyThese(reference, ["Transforms", "DigestMethod", "DigestValue"]);
  ensure(transforms !== undefined && digest !== undefined && value !== undefined);
  ensure(DIGESTS.includes(algorithmOf(digest)) && isLeaf(digest) && isLeaf(value));
  const [enveloped, canonicalization] = onlyThese(transforms, ["Transform", "Transform"]);
  ensure(enveloped !== undefined && canonicalization !== undefined);
  ensure(algorithmOf(enveloped) === ENVELOPED);
  requireParameters(enveloped);
  requireCanonicalization(canonicalization);
}

function requireShape(signature: Element, signed: Element): void {
  const hasKeyInfo = childElements(signature).length > 2;
  const parts = ["SignedInfo", "SignatureValue", ...(hasKeyInfo ? ["KeyInfo"] : [])];
  const [signedInfo, value] = onlyThese(signature, parts);
  ensure(signedInfo !== undefined && value !== undefined && isLeaf(value));
  const [canonicalization, method, reference] = onlyThese(signedInfo, [
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
 * Requires of a whole document, before anything is computed, that it holds at most two signatures, right below the
 * response and right below its assertion, each of one SignedInfo with one Reference to the element around it: else the
 * sender decides how often a document is canonicalized and digested (XML Signature Best Practices, W3C 2013, 2.1).
 * SAML 2.0 Core, 5.4. Throws `signature`.
 */
export function requireSignatureShapes(root: Element): void {
  const signatures = everyElement(root, "Signature");
  ensure(signatures.length <= MAX_SIGNATURES);
  const places = new Set<unknown>();
  for (const signature of signatures) {
    const around = signature.parentNode as Element | null;
    ensure(around !== null && !places.has(around));
    const isPlace =
      around === root || (isNamed(around, "assertion", "Assertion") && around.parentNode === root);
    ensure(isPlace && isNamed(signature, "signature", "Signature"));
    places.add(around);
    requireShape(signature, around);
  }
}
