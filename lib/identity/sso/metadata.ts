import { X509Certificate } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import { EgressError, type HttpClient, isListed, portOf } from "@/lib/platform/egress";
import { bodyError } from "@/lib/platform/errors";
import type { Certificate } from "./schema";
import { MAX_METADATA_CHARS } from "./schema";
import { SsoError } from "./sso-error";
import { children, descendants, escapeXml, isNamed, NS, parseXml, textOf } from "./xml";

/** One in use, its successor and two spare. Hundreds belong to a federation, not to one provider. */
const MAX_CERTIFICATES = 4;
/** NIST SP 800-131A disallows shorter RSA keys, as they may be broken. */
const MIN_RSA_BITS = 2_048;
const MAX_ENTITY_ID = 1_024;
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const FETCH_TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The data of an identity provider that this service uses. */
export type Provider = { entityId: string; ssoUrl: string; certificates: Certificate[] };

function parseCertificate(text: string): Certificate | null {
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

/** The signing certificates: those of key descriptors with `use="signing"` or without `use`. */
function signingCertificates(descriptor: Element): Certificate[] {
  const certificates = children(descriptor, "metadata", "KeyDescriptor")
    .filter((key) => (key.getAttribute("use") ?? "signing") === "signing")
    .flatMap((key) => descendants(key, "signature", "X509Certificate"))
    .map((element) => parseCertificate(textOf(element)))
    .filter((certificate) => certificate !== null);
  return [...new Map(certificates.map((certificate) => [certificate.fingerprint, certificate])).values()];
}

/** The browser opens this URL at every sign-in: it must use https or point to this machine. */
function isSignInUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname));
}

/**
 * Parses the metadata of an identity provider (SAML 2.0 Metadata). Throws a 400 at `pointer` that names the
 * problem.
 */
export function parseMetadata(xml: string, pointer: string): Provider {
  let root: Element;
  try {
    root = parseXml(xml.trim().replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof SsoError)) throw error;
    throw bodyError(pointer, "metadata_not_xml");
  }
  const entity = isNamed(root, "metadata", "EntityDescriptor")
    ? root
    : (children(root, "metadata", "EntityDescriptor").find(
        (child) => children(child, "metadata", "IDPSSODescriptor").length > 0,
      ) ?? null);
  const descriptor = entity && children(entity, "metadata", "IDPSSODescriptor")[0];
  const entityId = entity?.getAttribute("entityID") ?? "";
  if (!descriptor || entityId === "" || entityId.length > MAX_ENTITY_ID)
    throw bodyError(pointer, "metadata_without_provider");
  const ssoUrl = children(descriptor, "metadata", "SingleSignOnService")
    .find((service) => service.getAttribute("Binding") === REDIRECT)
    ?.getAttribute("Location");
  if (!ssoUrl || !isSignInUrl(ssoUrl)) throw bodyError(pointer, "metadata_without_sign_in");
  const certificates = signingCertificates(descriptor);
  if (certificates.length === 0)
    throw bodyError(pointer, "metadata_without_certificate", { bits: MIN_RSA_BITS });
  if (certificates.length > MAX_CERTIFICATES)
    throw bodyError(pointer, "metadata_with_many_certificates", { max: MAX_CERTIFICATES });
  return { entityId, ssoUrl, certificates };
}

/** Fetches metadata with the guarded HTTP client, within limits of time and size, and parses them. */
export async function fetchMetadata(
  url: string,
  egress: Pick<HttpClient, "fetch">,
  allowedHosts: readonly string[],
): Promise<Provider> {
  const pointer = "/metadata_url";
  const { protocol, hostname, port } = new URL(url);
  // An attacker who changes metadata in transit controls who signs in.
  if (protocol !== "https:" && !isListed(allowedHosts, hostname, portOf(protocol, port)))
    throw bodyError(pointer, "metadata_not_https");
  let text: string;
  try {
    const answer = await egress.fetch(url, {
      headers: { accept: "application/samlmetadata+xml, application/xml, text/xml" },
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBytes: MAX_METADATA_CHARS,
      maxRedirects: MAX_REDIRECTS,
    });
    if (answer.status !== 200) throw bodyError(pointer, "metadata_not_fetched", { status: answer.status });
    text = await answer.text();
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw bodyError(pointer, `egress_${error.code}`);
  }
  return parseMetadata(text, pointer);
}

/** Builds metadata for jackson that contain only the validated data of a provider. */
export function buildMetadata({ entityId, ssoUrl, certificates }: Provider): string {
  const keys = certificates.map(
    ({ certificate }) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${NS.signature}"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<md:EntityDescriptor xmlns:md="${NS.metadata}" entityID="${escapeXml(entityId)}"><md:IDPSSODescriptor protocolSupportEnumeration="${NS.protocol}">${keys.join("")}<md:SingleSignOnService Binding="${REDIRECT}" Location="${escapeXml(ssoUrl)}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}
