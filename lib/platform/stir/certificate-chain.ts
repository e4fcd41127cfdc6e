import { type KeyObject, X509Certificate } from "node:crypto";
import { hasServiceProviderCode, readPathLength } from "./certificate-extensions";
import { VerificationError } from "./verification";

const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";
/** Certificates of one file: a provider, its authority, and one between them, with room for a cross-signed one. */
const MAX_CHAIN = 5;

/** Parses the certificates of a PEM text, at most `max`. Text between them is ignored. Throws for a damaged one. */
export function parseCertificates(pem: string, max: number): X509Certificate[] {
  const certificates: X509Certificate[] = [];
  let start = pem.indexOf(BEGIN);
  while (start !== -1) {
    const end = pem.indexOf(END, start);
    if (end === -1 || certificates.length === max) throw new Error("The certificates cannot be read.");
    certificates.push(new X509Certificate(pem.slice(start, end + END.length)));
    start = pem.indexOf(BEGIN, end);
  }
  return certificates;
}

const isValidAt = (certificate: X509Certificate, at: Date): boolean =>
  new Date(certificate.validFrom) <= at && at <= new Date(certificate.validTo);

/** Whether `issuer` may have issued `certificate`, and has. `depth`: intermediate certificates below the issuer. */
function hasIssued(issuer: X509Certificate, certificate: X509Certificate, depth: number): boolean {
  if (!issuer.ca || !certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) return false;
  const limit = readPathLength(issuer.raw);
  return limit === null || depth <= limit;
}

/** Whether a chain leads from a certificate to a trust anchor. */
function leadsToAnchor(
  certificate: X509Certificate,
  intermediates: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  at: Date,
  depth = 0,
): boolean {
  if (anchors.some((anchor) => isValidAt(anchor, at) && hasIssued(anchor, certificate, depth))) return true;
  return intermediates.some((issuer, position) => {
    if (!isValidAt(issuer, at) || !hasIssued(issuer, certificate, depth)) return false;
    const remaining = intermediates.filter((_, index) => index !== position);
    return leadsToAnchor(issuer, remaining, anchors, at, depth + 1);
  });
}

/**
 * Returns the key of the first certificate of a PEM chain. Throws `certificate_untrusted` unless the chain leads to a trust
 * anchor, all certificates are valid at the time, and the first one has a P-256 key and names a service provider (RFC 8226).
 */
export function readTrustedKey(pem: string, anchors: readonly X509Certificate[], at: Date): KeyObject {
  let chain: X509Certificate[];
  try {
    chain = parseCertificates(pem, MAX_CHAIN);
  } catch {
    throw new VerificationError("certificate_untrusted");
  }
  const [certificate, ...intermediates] = chain;
  if (
    certificate === undefined ||
    !isValidAt(certificate, at) ||
    !hasServiceProviderCode(certificate.raw) ||
    !leadsToAnchor(certificate, intermediates, anchors, at)
  )
    throw new VerificationError("certificate_untrusted");
  const key = certificate.publicKey;
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1")
    throw new VerificationError("certificate_untrusted");
  return key;
}
