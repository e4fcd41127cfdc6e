import { verify } from "node:crypto";
import { decryptXml } from "@boxyhq/saml20/dist/decrypt.js";
import type { Element, Node } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { DIGESTS, isXmlId, requireSignatureShapes, SIGNATURES } from "./signature-shape";
import { SsoError } from "./sso-error";
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

/** The namespaces in scope of an element, by prefix, as its canonicalization may list prefixes. */
function namespacesAround(element: Element): { prefix: string; namespaceURI: string }[] {
  const inScope = new Map<string, string>();
  for (let node: Node | null = element.parentNode; node !== null; node = node.parentNode)
    for (const { prefix, localName, value } of Array.from((node as Element).attributes ?? []))
      if (prefix === "xmlns" && localName !== null && !inScope.has(localName)) inScope.set(localName, value);
  return [...inScope].map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }));
}

/**
 * Finds the certificate whose key signed the SignedInfo; undefined if there is none. This check comes first,
 * so that digests are computed only for documents that the provider signed.
 */
function findSigner(signature: Element, certificates: readonly string[]): string | undefined {
  const signedInfo = onlyChild(signature, "signature", "SignedInfo");
  const value = Buffer.from(textOf(onlyChild(signature, "signature", "SignatureValue")), "base64");
  if (signedInfo === null) return undefined;
  const [canonicalization, method] = childElements(signedInfo).map(
    (element) => element.getAttribute("Algorithm") ?? "",
  );
  const canonical = new SignedXml().getCanonXml([canonicalization as never], signedInfo as never, {
    ancestorNamespaces: namespacesAround(signedInfo),
  });
  return certificates.find((certificate) =>
    verify(SIGNATURES[method ?? ""], Buffer.from(canonical), certificate, value),
  );
}

/** The canonical texts that a signature covers; none if it does not verify. */
function readVerifiedTexts(xml: string, signature: Element, certificate: string): string[] {
  // Only the connection's key counts; keys and certificates in the message are ignored.
  const check = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  check.SignatureAlgorithms = pick(check.SignatureAlgorithms, Object.keys(SIGNATURES)) as never;
  check.HashAlgorithms = pick(check.HashAlgorithms, DIGESTS) as never;
  check.loadSignature(String(signature));
  return check.checkSignature(xml) ? check.getSignedReferences() : [];
}

/**
 * Reads the canonical text of `element` that one of the certificates signed; null if it has no signature. The
 * caller must parse the element from this text only, so that a signature cannot vouch for content that it
 * does not cover (signature wrapping). Throws `signature`.
 */
function readSignedText(xml: string, element: Element, certificates: readonly string[]): string | null {
  const [signature, ...more] = children(element, "signature", "Signature");
  if (signature === undefined) return null;
  const id = element.getAttribute("ID") ?? "";
  if (more.length > 0 || !isXmlId(id)) throw new SsoError("signature");
  let cause: unknown;
  try {
    const certificate = findSigner(signature, certificates);
    const [text, ...extraTexts] =
      certificate === undefined ? [] : readVerifiedTexts(xml, signature, certificate);
    if (text !== undefined && extraTexts.length === 0) {
      const signed = parseXml(text);
      const isSameElement =
        signed.localName === element.localName && signed.namespaceURI === element.namespaceURI;
      if (isSameElement && signed.getAttribute("ID") === id) return text;
    }
  } catch (error) {
    cause = error;
  }
  throw new SsoError("signature", cause);
}

/** Requires exactly one assertion in the document, as a direct child of the response. */
function requireOneAssertion(response: Element): void {
  if (!isNamed(response, "protocol", "Response")) throw new SsoError("malformed");
  const assertions = [
    ...descendants(response, "assertion", "Assertion"),
    ...descendants(response, "assertion", "EncryptedAssertion"),
  ];
  if (assertions.length !== 1 || assertions[0]?.parentNode !== response) throw new SsoError("assertion");
}

/**
 * Accepted encryption methods. RSA 1.5 and 3DES are excluded because of padding oracles (Bleichenbacher; XML
 * Encryption 1.1, 5.5.1).
 */
const ENCRYPTIONS: readonly string[] = [
  "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
  "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
  "http://www.w3.org/2001/04/xmlenc#aes256-cbc",
  "http://www.w3.org/2009/xmlenc11#aes128-gcm",
  "http://www.w3.org/2009/xmlenc11#aes256-gcm",
];

/** Decrypts a response's assertion. Methods are read from the parsed tree, as the decryption reads them. */
function decryptResponse(xml: string, privateKey: string): string {
  const root = parseXml(xml);
  const methods = everyElement(root, "EncryptionMethod").map((element) => element.getAttribute("Algorithm"));
  if (!methods.every((method) => ENCRYPTIONS.includes(method ?? "")))
    throw new Error("The assertion is encrypted by a method that is not accepted.");
  // The decryption inserts this address into an XPath unescaped, so anything but an identifier would be
  // injected code.
  const addresses = everyElement(root, "RetrievalMethod").map((element) => element.getAttribute("URI") ?? "");
  if (!addresses.every((address) => address.startsWith("#") && isXmlId(address.slice(1))))
    throw new Error("The address of a key is not an identifier.");
  return decryptXml(xml, { privateKey } as never).assertion;
}

type Keys = { certificates: readonly string[]; privateKey: string };

/** Decrypts and validates the assertion of a response. */
function decryptAssertion(xml: string, privateKey: string): { plain: string; assertion: Element } {
  const plain = decryptResponse(xml, privateKey);
  const holder = parseXml(plain);
  requireOneAssertion(holder);
  requireSignatureShapes(holder);
  const assertion = onlyChild(holder, "assertion", "Assertion");
  if (assertion === null) throw new SsoError("encryption");
  return { plain, assertion };
}

/**
 * Opens the encrypted assertion of a response that is signed as a whole (`isSigned`) or inside. Every failure
 * up to the signature throws the same error, as distinguishable failures would reveal the plaintext (Jager
 * and Somorovsky, "How To Break XML Encryption", 2011).
 */
function openEncrypted(xml: string, isSigned: boolean, { certificates, privateKey }: Keys): Element {
  try {
    const { plain, assertion } = decryptAssertion(xml, privateKey);
    if (isSigned) return assertion;
    const inner = readSignedText(plain, assertion, certificates);
    if (inner !== null) return parseXml(inner);
  } catch (cause) {
    throw new SsoError("encryption", cause);
  }
  throw new SsoError("encryption");
}

export type OpenedResponse = {
  /** The response: parsed from signed bytes if it was signed, else as received and untrusted. */
  response: Element;
  /** The assertion, parsed from signed bytes. */
  assertion: Element;
};

/**
 * Opens a response: the response or its assertion must be signed with one of the connection's certificates
 * (PEM). An encrypted assertion is decrypted with this service's key; its signature may be inside or on the
 * response. Throws `SsoError`.
 */
export function openResponse(xml: string, keys: Keys): OpenedResponse {
  const root = parseXml(xml);
  requireOneAssertion(root);
  requireSignatureShapes(root);
  const outer = readSignedText(xml, root, keys.certificates);
  const response = outer === null ? root : parseXml(outer);
  // Check the signed text again: a transform of the signature may have removed elements.
  if (outer !== null) requireOneAssertion(response);
  const assertion = onlyChild(response, "assertion", "Assertion");
  if (assertion === null) return { response, assertion: openEncrypted(outer ?? xml, outer !== null, keys) };
  if (outer !== null) return { response, assertion };
  const inner = readSignedText(xml, assertion, keys.certificates);
  if (inner === null) throw new SsoError("not_signed");
  return { response, assertion: parseXml(inner) };
}
