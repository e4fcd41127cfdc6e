import { createPrivateKey, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { SignedXml } from "xml-crypto";
import { encrypt } from "xml-encryption";

const SAMLP = "urn:oasis:names:tc:SAML:2.0:protocol";
const SAML = "urn:oasis:names:tc:SAML:2.0:assertion";
const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
const C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
const MINUTE_MS = 60_000;

// A hand-encoded DER certificate: self-signed, with only a key and a validity period, as providers use.
const length = (n: number): Buffer =>
  n < 128 ? Buffer.from([n]) : n < 256 ? Buffer.from([0x81, n]) : Buffer.from([0x82, n >> 8, n & 255]);
const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), length(body.length), body]);
};
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, "hex"));
const SHA256_WITH_RSA = sequence(oid("2a864886f70d01010b"), tlv(0x05));
const generalized = (at: Date) =>
  tlv(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
const nameOf = (commonName: string) =>
  sequence(tlv(0x31, sequence(oid("550403"), tlv(0x0c, Buffer.from(commonName)))));

export type IdpKey = { privateKey: string; certificate: string };

const LONG_MS = 400 * 86_400_000;

/** Generates an RSA key with a self-signed certificate (DER in base64) that expires at `notAfter`. */
export function newIdpKey({
  notAfter = new Date(Date.now() + LONG_MS),
  bits = 2_048,
}: {
  notAfter?: Date;
  bits?: number;
} = {}): IdpKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const name = nameOf("idp.test");
  const tbs = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    SHA256_WITH_RSA,
    name,
    sequence(generalized(new Date(Date.now() - 86_400_000)), generalized(notAfter)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = createSign("sha256").update(tbs).sign(privateKey);
  const der = sequence(tbs, SHA256_WITH_RSA, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: der.toString("base64"),
  };
}

export const pemOf = (certificate: string): string =>
  `-----BEGIN CERTIFICATE-----\n${(certificate.match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;

/** The metadata that an identity provider publishes. */
export const buildIdpMetadata = (entityId: string, ssoUrl: string, certificates: readonly string[]): string =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="${SAMLP}">${certificates
    .map(
      (certificate) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    )
    .join(
      "",
    )}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

/** The values of a response, each of which a test can make wrong separately. */
export type ResponseOptions = {
  issuer: string;
  audience: string;
  recipient: string;
  destination: string;
  inResponseTo: string;
  /** The subject confirmation's InResponseTo, if it differs from the response's. */
  confirmedFor?: string;
  nameId: string;
  attributes?: Record<string, readonly string[]>;
  now?: number;
  notBeforeMs?: number;
  notOnOrAfterMs?: number;
  confirmedUntilMs?: number;
  status?: string;
  id?: string;
};

const iso = (ms: number) => new Date(ms).toISOString();
const newId = () => `_${randomBytes(16).toString("hex")}`;

export function assertionXml(options: ResponseOptions): string {
  const now = options.now ?? Date.now();
  const until = iso(now + (options.notOnOrAfterMs ?? 5 * MINUTE_MS));
  const attributes = Object.entries(options.attributes ?? {})
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join("")}</saml:Attribute>`,
    )
    .join("");
  return `<saml:Assertion xmlns:saml="${SAML}" ID="${options.id ?? newId()}" Version="2.0" IssueInstant="${iso(now)}"><saml:Issuer>${options.issuer}</saml:Issuer><saml:Subject><saml:NameID>${options.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${options.recipient}" InResponseTo="${options.confirmedFor ?? options.inResponseTo}" NotOnOrAfter="${iso(now + (options.confirmedUntilMs ?? 5 * MINUTE_MS))}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${iso(now + (options.notBeforeMs ?? 0))}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${options.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${iso(now)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`;
}

export function responseXml(options: ResponseOptions, inside: string): string {
  const now = options.now ?? Date.now();
  return `<samlp:Response xmlns:samlp="${SAMLP}" ID="${newId()}" Version="2.0" IssueInstant="${iso(now)}" Destination="${options.destination}" InResponseTo="${options.inResponseTo}"><saml:Issuer xmlns:saml="${SAML}">${options.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${options.status ?? "urn:oasis:names:tc:SAML:2.0:status:Success"}"/></samlp:Status>${inside}</samlp:Response>`;
}

/** Signs the first element of this name; the signature follows its issuer. */
export function signElement(
  xml: string,
  elementName: "Assertion" | "Response",
  { privateKey, certificate }: IdpKey,
  algorithms: { signature?: string; digest?: string } = {},
): string {
  const signer = new SignedXml({
    privateKey: createPrivateKey(privateKey).export({ type: "pkcs8", format: "pem" }),
    publicCert: pemOf(certificate),
    signatureAlgorithm: (algorithms.signature ?? RSA_SHA256) as never,
    canonicalizationAlgorithm: C14N,
  });
  const xpath = `//*[local-name(.)='${elementName}']`;
  signer.addReference({
    xpath,
    digestAlgorithm: (algorithms.digest ?? SHA256) as never,
    transforms: [ENVELOPED, C14N],
  });
  signer.computeSignature(xml, {
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signer.getSignedXml();
}

/** Encrypts an assertion for a service with this certificate (PEM). */
export const encryptAssertion = (
  xml: string,
  certificate: string,
  publicKey: string,
  method = "http://www.w3.org/2009/xmlenc11#aes256-gcm",
): Promise<string> =>
  new Promise((done, fail) => {
    encrypt(
      xml,
      {
        rsa_pub: publicKey,
        pem: certificate,
        encryptionAlgorithm: method,
        warnInsecureAlgorithm: false,
        keyEncryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
      },
      (error: Error | null, encrypted: string) => {
        if (error) fail(error);
        else done(`<saml:EncryptedAssertion xmlns:saml="${SAML}">${encrypted}</saml:EncryptedAssertion>`);
      },
    );
  });
