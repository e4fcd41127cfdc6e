import { X509Certificate } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import { type Egress, EgressError, isListed, portOf } from "@/lib/platform/egress";
import { type ErrorDetail, validationError } from "@/lib/platform/errors";
import { SsoRefused } from "./refused";
import type { Certificate } from "./schema";
import { MAX_METADATA_CHARS } from "./schema";
import { children, descendants, escapeXml, isNamed, NS, parseXml, textOf } from "./xml";

/** One in use, its successor, and two for those who publish more; a federation's hundreds are not one provider's. */
const MAX_CERTIFICATES = 4;
/** NIST SP 800-131A: shorter RSA keys are no longer acceptable, as somebody else may sign with them before long. */
const MIN_RSA_BITS = 2_048;
const MAX_ENTITY_ID = 1_024;
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const FETCH_TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** What this service needs to know of an identity provider. */
export type Provider = { entityId: string; ssoUrl: string; certificates: Certificate[] };

function wrong(pointer: string, code: string, message: string): Error {
  const detail: ErrorDetail = { in: "body", pointer, code, message };
  return validationError([detail]);
}

function certificateOf(text: string): Certificate | null {
  try {
    const der = Buffer.from(text.replace(/\s/g, ""), "base64");
    const parsed = new X509Certificate(der);
    const { asymmetricKeyType, asymmetricKeyDetails } = parsed.publicKey;
    if (asymmetricKeyType !== "rsa" || (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS) return null;
    return {
      certificate: parsed.raw.toString("base64"),
      fingerprint: parsed.fingerprint256.replaceAll(":", "").toLowerCase(),
      subject: parsed.subject.replaceAll("\n", ", "),
      not_after: new Date(parsed.validTo).toISOString(),
    };
  } catch {
    return null;
  }
}

/** The certificates that it signs with: those of key descriptors for signing, or for whatever it may be. */
function signingCertificates(descriptor: Element): Certificate[] {
  const found = children(descriptor, "metadata", "KeyDescriptor")
    .filter((key) => (key.getAttribute("use") ?? "signing") === "signing")
    .flatMap((key) => descendants(key, "signature", "X509Certificate"))
    .map((element) => certificateOf(textOf(element)))
    .filter((certificate) => certificate !== null);
  return [...new Map(found.map((one) => [one.fingerprint, one])).values()];
}

/** The browser is sent there with every sign-in: by https, or to this very machine. */
function isSignInUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname));
}

/** The identity provider that metadata describe (SAML 2.0 Metadata). Throws a 400 that says at `pointer` what is missing. */
export function parseMetadata(xml: string, pointer: string): Provider {
  let root: Element;
  try {
    root = parseXml(xml.trim().replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof SsoRefused)) throw error;
    throw wrong(pointer, "invalid_xml", "This is no XML that can be read, or it holds a DTD.");
  }
  const entity = isNamed(root, "metadata", "EntityDescriptor")
    ? root
    : (children(root, "metadata", "EntityDescriptor").find(
        (one) => children(one, "metadata", "IDPSSODescriptor").length > 0,
      ) ?? null);
  const descriptor = entity && children(entity, "metadata", "IDPSSODescriptor")[0];
  const entityId = entity?.getAttribute("entityID") ?? "";
  if (!descriptor || entityId === "" || entityId.length > MAX_ENTITY_ID)
    throw wrong(pointer, "no_provider", "These are not the metadata of an identity provider (SAML 2.0).");
  const ssoUrl = children(descriptor, "metadata", "SingleSignOnService")
    .find((service) => service.getAttribute("Binding") === REDIRECT)
    ?.getAttribute("Location");
  if (!ssoUrl || !isSignInUrl(ssoUrl))
    throw wrong(
      pointer,
      "no_sign_in_address",
      "The metadata name no https address for sign-in by HTTP-Redirect. Switch that binding on.",
    );
  const certificates = signingCertificates(descriptor);
  if (certificates.length === 0)
    throw wrong(
      pointer,
      "no_certificate",
      `The metadata hold no certificate with an RSA key of at least ${MIN_RSA_BITS} bits to sign with.`,
    );
  if (certificates.length > MAX_CERTIFICATES)
    throw wrong(
      pointer,
      "too_many_certificates",
      `At most ${MAX_CERTIFICATES} certificates are taken: the one in use and its successors.`,
    );
  return { entityId, ssoUrl, certificates };
}

/** The same, by its address: fetched by the way out that leads nowhere inside, within limits of time and size. */
export async function fetchMetadata(
  url: string,
  egress: Pick<Egress, "fetch">,
  allowedHosts: readonly string[],
): Promise<Provider> {
  const pointer = "/metadata_url";
  const { protocol, hostname, port } = new URL(url);
  // Whoever can change them on the way chooses who signs in.
  if (protocol !== "https:" && !isListed(allowedHosts, hostname, portOf(protocol, port)))
    throw wrong(pointer, "not_https", "Use an https address: whoever changes metadata chooses who signs in.");
  let text: string;
  try {
    const answer = await egress.fetch(url, {
      headers: { accept: "application/samlmetadata+xml, application/xml, text/xml" },
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBytes: MAX_METADATA_CHARS,
      maxRedirects: MAX_REDIRECTS,
    });
    if (answer.status !== 200)
      throw wrong(pointer, "not_fetched", `This address answers with status ${answer.status}.`);
    text = await answer.text();
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw wrong(pointer, error.code, error.message);
  }
  return parseMetadata(text, pointer);
}

/** Metadata with what was checked of a provider's and nothing else, for jackson. */
export function metadataOf({ entityId, ssoUrl, certificates }: Provider): string {
  const keys = certificates.map(
    ({ certificate }) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${NS.signature}"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<md:EntityDescriptor xmlns:md="${NS.metadata}" entityID="${escapeXml(entityId)}"><md:IDPSSODescriptor protocolSupportEnumeration="${NS.protocol}">${keys.join("")}<md:SingleSignOnService Binding="${REDIRECT}" Location="${escapeXml(ssoUrl)}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}
