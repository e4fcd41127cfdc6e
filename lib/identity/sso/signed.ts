import { verify } from "node:crypto";
import { decryptXml } from "@boxyhq/saml20/dist/decrypt.js";
import type { Element, Node } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { SsoRefused } from "./refused";
import { DIGESTS, isXmlId, requireSignatureShapes, SIGNATURES } from "./signature-shape";
import {
  childElements,
  children,
  descendants,
  everyElement,
  isNamed,
  onlyChild,
  parseXml,
  textOf,
} from "./xml";

const pick = <T>(all: Record<string, T>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));

/** The namespaces in scope around an element, by prefix: a list of prefixes in its canonicalization may ask for them. */
function namespacesAround(element: Element): { prefix: string; namespaceURI: string }[] {
  const inScope = new Map<string, string>();
  for (let node: Node | null = element.parentNode; node !== null; node = node.parentNode)
    for (const { prefix, localName, value } of Array.from((node as Element).attributes ?? []))
      if (prefix === "xmlns" && localName !== null && !inScope.has(localName)) inScope.set(localName, value);
  return [...inScope].map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }));
}

/**
 * The certificate whose key has made the SignatureValue over the SignedInfo; undefined for none. It is asked for first:
 * only for a document of which the provider has signed the digests are digests computed at all.
 */
function signerOf(signature: Element, certificates: readonly string[]): string | undefined {
  const signedInfo = onlyChild(signature, "signature", "SignedInfo");
  const value = Buffer.from(textOf(onlyChild(signature, "signature", "SignatureValue")), "base64");
  if (signedInfo === null) return undefined;
  const [canonicalization, method] = childElements(signedInfo).map(
    (one) => one.getAttribute("Algorithm") ?? "",
  );
  const canonical = new SignedXml().getCanonXml([canonicalization as never], signedInfo as never, {
    ancestorNamespaces: namespacesAround(signedInfo),
  });
  return certificates.find((certificate) =>
    verify(SIGNATURES[method ?? ""], Buffer.from(canonical), certificate, value),
  );
}

/** The canonical bytes that a signature covers; none where it does not verify. */
function verifiedTexts(xml: string, signature: Element, certificate: string): string[] {
  // The key is the connection's; a key or certificate that the message brings along is not asked.
  const check = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  check.SignatureAlgorithms = pick(check.SignatureAlgorithms, Object.keys(SIGNATURES)) as never;
  check.HashAlgorithms = pick(check.HashAlgorithms, DIGESTS) as never;
  check.loadSignature(String(signature));
  return check.checkSignature(xml) ? check.getSignedReferences() : [];
}

/**
 * The very bytes of `element` that one of the certificates has signed, in canonical form; null where it bears no
 * signature. What is read of an element afterwards is read out of these bytes and nothing else, so that a signature can
 * vouch for nothing that it does not cover (signature wrapping). Throws `signature`.
 */
function signedText(xml: string, element: Element, certificates: readonly string[]): string | null {
  const [signature, ...more] = children(element, "signature", "Signature");
  if (signature === undefined) return null;
  const id = element.getAttribute("ID") ?? "";
  if (more.length > 0 || !isXmlId(id)) throw new SsoRefused("signature");
  let cause: unknown;
  try {
    const certificate = signerOf(signature, certificates);
    const [text, ...others] = certificate === undefined ? [] : verifiedTexts(xml, signature, certificate);
    if (text !== undefined && others.length === 0) {
      const signed = parseXml(text);
      const isThis = signed.localName === element.localName && signed.namespaceURI === element.namespaceURI;
      if (isThis && signed.getAttribute("ID") === id) return text;
    }
  } catch (error) {
    cause = error;
  }
  throw new SsoRefused("signature", cause);
}

/** Of all places of a document only the one right below the response may hold an assertion, and only one. */
function requireOneAssertion(response: Element): void {
  if (!isNamed(response, "protocol", "Response")) throw new SsoRefused("malformed");
  const everywhere = [
    ...descendants(response, "assertion", "Assertion"),
    ...descendants(response, "assertion", "EncryptedAssertion"),
  ];
  if (everywhere.length !== 1 || everywhere[0]?.parentNode !== response) throw new SsoRefused("assertion");
}

/**
 * RSA 1.5 and 3DES are none of them: their padding tells who asks often enough what is inside (Bleichenbacher; XML
 * Encryption 1.1, 5.5.1).
 */
const ENCRYPTIONS: readonly string[] = [
  "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
  "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
  "http://www.w3.org/2001/04/xmlenc#aes256-cbc",
  "http://www.w3.org/2009/xmlenc11#aes128-gcm",
  "http://www.w3.org/2009/xmlenc11#aes256-gcm",
];

/** The response with its assertion in clear. The methods are read as the decryption reads them: out of the parsed tree. */
function decrypted(xml: string, privateKey: string): string {
  const root = parseXml(xml);
  const methods = everyElement(root, "EncryptionMethod").map((one) => one.getAttribute("Algorithm"));
  if (!methods.every((method) => ENCRYPTIONS.includes(method ?? "")))
    throw new Error("It is encrypted by a method that is not taken.");
  // The decryption puts this address into an XPath as it is: another one than an identifier is code of the sender's.
  const addresses = everyElement(root, "RetrievalMethod").map((one) => one.getAttribute("URI") ?? "");
  if (!addresses.every((address) => address.startsWith("#") && isXmlId(address.slice(1))))
    throw new Error("A key is at an address that is no identifier.");
  return decryptXml(xml, { privateKey } as never).assertion;
}

type Keys = { certificates: readonly string[]; privateKey: string };

/** The one assertion of a response whose assertion was encrypted. */
function decryptedAssertion(xml: string, privateKey: string): { plain: string; assertion: Element } {
  const plain = decrypted(xml, privateKey);
  const holder = parseXml(plain);
  requireOneAssertion(holder);
  requireSignatureShapes(holder);
  const assertion = onlyChild(holder, "assertion", "Assertion");
  if (assertion === null) throw new SsoRefused("encryption");
  return { plain, assertion };
}

/**
 * Opens what lies encrypted in a response, which is signed as a whole (`isSigned`) or inside. Up to the signature every
 * failure is the same: what tells how far a changed ciphertext came, tells in the end what is inside (Jager and
 * Somorovsky, "How To Break XML Encryption", 2011).
 */
function openEncrypted(xml: string, isSigned: boolean, { certificates, privateKey }: Keys): Element {
  try {
    const { plain, assertion } = decryptedAssertion(xml, privateKey);
    if (isSigned) return assertion;
    const inner = signedText(plain, assertion, certificates);
    if (inner !== null) return parseXml(inner);
  } catch (cause) {
    throw new SsoRefused("encryption", cause);
  }
  throw new SsoRefused("encryption");
}

export type Opened = {
  /** The response: as it was signed, where it was; else as it came, and nothing in it is to be believed. */
  response: Element;
  /** The assertion, parsed out of signed bytes. */
  assertion: Element;
};

/**
 * Opens a response: the signature over it, else the one over its assertion, must be of one of the connection's
 * certificates (PEM). An encrypted assertion is opened with this service's key; its own signature, or that of the
 * response around it, counts the same. Throws `SsoRefused`.
 */
export function openResponse(xml: string, keys: Keys): Opened {
  const root = parseXml(xml);
  requireOneAssertion(root);
  requireSignatureShapes(root);
  const outer = signedText(xml, root, keys.certificates);
  const response = outer === null ? root : parseXml(outer);
  // What was signed is read anew: a transform of the signature may have taken something out.
  if (outer !== null) requireOneAssertion(response);
  const assertion = onlyChild(response, "assertion", "Assertion");
  if (assertion === null) return { response, assertion: openEncrypted(outer ?? xml, outer !== null, keys) };
  if (outer !== null) return { response, assertion };
  const inner = signedText(xml, assertion, keys.certificates);
  if (inner === null) throw new SsoRefused("not_signed");
  return { response, assertion: parseXml(inner) };
}
