import crypto from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { SignedXml } from "xml-crypto";
import { decodeResponse } from "./decode-response";
import { openResponse } from "./open-response";
import { hostileBase64, hostileDocuments } from "./testing/hostile";
import {
  assertionXml,
  encryptAssertion,
  type IdpKey,
  newIdpKey,
  pemOf,
  responseXml,
  signElement,
} from "./testing/idp";

const OPTIONS = {
  issuer: "https://idp.example.com",
  audience: "https://parley.example.com/sp",
  recipient: "https://parley.example.com/acs",
  destination: "https://parley.example.com/acs",
  inResponseTo: "_request",
  nameId: "ada@acme.test",
  attributes: { groups: ["admins"] },
};

let key: IdpKey;
let otherKey: IdpKey;
/** Generating RSA keys takes a second, or half a minute on a busy machine. */
const KEYS_TIMEOUT_MS = 120_000;
beforeAll(() => {
  [key, otherKey] = [newIdpKey(), newIdpKey()];
}, KEYS_TIMEOUT_MS);
afterEach(() => vi.restoreAllMocks());

const open = (xml: string) =>
  openResponse(xml, { certificates: [pemOf(key.certificate)], privateKey: key.privateKey });

/** Measures a document's cost: digests, canonicalizations, signature checks and decryptions. */
function measureCost(xml: string) {
  const digests = vi.spyOn(crypto, "createHash");
  const canonicalizations = vi.spyOn(SignedXml.prototype, "getCanonXml");
  const checks = vi.spyOn(SignedXml.prototype, "checkSignature");
  const decryptions = vi.spyOn(crypto, "privateDecrypt");
  let refused: string | null = null;
  try {
    open(xml);
  } catch (error) {
    refused = (error as { code: string }).code;
  }
  const cost = {
    refused,
    digests: digests.mock.calls.length,
    canonicalizations: canonicalizations.mock.calls.length,
    checks: checks.mock.calls.length,
    decryptions: decryptions.mock.calls.length,
  };
  vi.restoreAllMocks();
  return cost;
}

const plain = () => responseXml(OPTIONS, assertionXml(OPTIONS));
const signed = () => signElement(plain(), "Assertion", key);

describe("a document without a valid SignatureValue", () => {
  test("costs no digest, regardless of its content", () => {
    const documents = Object.entries(hostileDocuments(otherKey, OPTIONS, 140_000));
    expect(documents.length).toBeGreaterThan(20);
    for (const [name, xml] of documents) {
      const { refused, digests, checks, canonicalizations } = measureCost(xml);
      expect({ name, digests, checks, refused }).toEqual({
        name,
        digests: 0,
        checks: 0,
        refused: expect.stringMatching(/^(malformed|signature|assertion)$/),
      });
      expect(canonicalizations, name).toBeLessThanOrEqual(1);
    }
  });

  test("costs one canonicalization of its SignedInfo, and no digest", () => {
    const forged = signElement(plain(), "Assertion", otherKey);
    expect(measureCost(forged)).toMatchObject({
      refused: "signature",
      digests: 0,
      checks: 0,
      canonicalizations: 1,
    });
    const changed = signed().replace("ada@acme.test", "eve@acme.test");
    expect(measureCost(changed)).toMatchObject({ refused: "signature", digests: 1 });
  });
});

test("computes one digest for the provider's signature, regardless of the number of values", () => {
  for (const values of [1, 100, 900]) {
    const groups = Array.from({ length: values }, (_, n) => `group-${n}`);
    const options = { ...OPTIONS, attributes: { groups } };
    const xml = signElement(responseXml(options, assertionXml(options)), "Assertion", key);
    expect(measureCost(xml)).toMatchObject({ refused: null, digests: 1, checks: 1 });
  }
});

/** A signature with the provider's key over more or other content than SAML allows. */
function signWith(change: (signer: SignedXml) => void, xml = plain()): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: C14N,
  });
  change(signer);
  signer.computeSignature(xml, {
    location: { reference: "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']", action: "after" },
  });
  return signer.getSignedXml();
}
const C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";
const INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
const SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
const ASSERTION = "//*[local-name(.)='Assertion']";
const reference = (more: object = {}) =>
  ({ xpath: ASSERTION, digestAlgorithm: SHA256, transforms: [ENVELOPED, C14N], ...more }) as never;

describe("accepts only signatures in the shape that SAML requires, even with the correct key", () => {
  test("accepts the required shape", () => {
    const xml = signWith((signer) => signer.addReference(reference()));
    expect(measureCost(xml)).toMatchObject({ refused: null, digests: 1 });
    const comments = { transforms: [ENVELOPED, `${C14N}WithComments`] };
    expect(measureCost(signWith((signer) => signer.addReference(reference(comments)))).refused).toBeNull();
    const prefixes = { inclusiveNamespacesPrefixList: ["xs", "xsi"] };
    expect(measureCost(signWith((signer) => signer.addReference(reference(prefixes)))).refused).toBeNull();
  });

  test.each<[string, (signer: SignedXml) => void]>([
    [
      "two References",
      (signer) => {
        signer.addReference(reference());
        signer.addReference(reference({ xpath: "//*[local-name(.)='Response']" }));
      },
    ],
    [
      "a Reference to another element",
      (signer) => signer.addReference(reference({ xpath: "//*[local-name(.)='Response']" })),
    ],
    [
      "a Reference to the whole document",
      (signer) => signer.addReference(reference({ uri: "", isEmptyUri: true })),
    ],
    ["one transform", (signer) => signer.addReference(reference({ transforms: [C14N] }))],
    [
      "three transforms",
      (signer) => signer.addReference(reference({ transforms: [ENVELOPED, ENVELOPED, C14N] })),
    ],
    [
      "a canonicalization that is not exclusive",
      (signer) => signer.addReference(reference({ transforms: [ENVELOPED, INCLUSIVE] })),
    ],
    [
      "a list of 21 prefixes",
      (signer) =>
        signer.addReference(
          reference({ inclusiveNamespacesPrefixList: Array.from({ length: 21 }, (_, n) => `p${n}`) }),
        ),
    ],
  ])("%s", (_, change) => {
    expect(measureCost(signWith(change))).toMatchObject({
      refused: "signature",
      digests: 0,
      canonicalizations: 0,
    });
  });

  test.each<[string, (xml: string) => string]>([
    ["a second SignedInfo", (xml) => xml.replace(/<SignedInfo>.*<\/SignedInfo>/s, (match) => match + match)],
    [
      "a second SignatureValue",
      (xml) => xml.replace(/<SignatureValue>.*<\/SignatureValue>/s, (match) => match + match),
    ],
    ["an Object", (xml) => xml.replace("</Signature>", "<Object/></Signature>")],
    ["a third Signature", (xml) => xml.replace("</samlp:Status>", (end) => `<Signature/>${end}`)],
    [
      "a second Signature of the assertion",
      (xml) => xml.replace(/<Signature .*<\/Signature>/s, (match) => match + match),
    ],
    [
      "a Signature of another namespace",
      (xml) => xml.replace("</saml:AttributeStatement>", (end) => `<Signature xmlns="urn:x"/>${end}`),
    ],
  ])("%s", (_, change) => {
    const before = signed();
    const xml = change(before);
    expect(xml).not.toBe(before);
    expect(measureCost(xml)).toMatchObject({ refused: "signature", digests: 0, canonicalizations: 0 });
  });

  test("applies the same rules inside an encrypted assertion", async () => {
    const twice = signWith((signer) => {
      signer.addReference(reference());
      signer.addReference(reference());
    }, assertionXml(OPTIONS));
    const publicKey = crypto
      .createPublicKey(pemOf(key.certificate))
      .export({ type: "spki", format: "pem" })
      .toString();
    const encrypted = await encryptAssertion(twice, pemOf(key.certificate), publicKey);
    expect(measureCost(responseXml(OPTIONS, encrypted))).toMatchObject({
      refused: "encryption",
      checks: 0,
      decryptions: 1,
    });
  });
});

test("accepts only an identifier as the address of a key, not an XPath", async () => {
  const publicKey = crypto
    .createPublicKey(pemOf(key.certificate))
    .export({ type: "spki", format: "pem" })
    .toString();
  const encrypted = await encryptAssertion(assertionXml(OPTIONS), pemOf(key.certificate), publicKey);
  const method = (uri: string) => `<e:RetrievalMethod xmlns:e="urn:x" URI="${uri}"/>`;
  const withKeyAddress = (uri: string) =>
    responseXml(OPTIONS, encrypted.replace(/<e:EncryptedKey.*<\/e:EncryptedKey>/s, method(uri)));
  const code = "#x' or count(//*[count(//*[count(//*)>0])>0])>0 or '";
  expect(withKeyAddress(code)).toContain("RetrievalMethod");
  expect(() => open(withKeyAddress(code))).toThrow(
    expect.objectContaining({
      code: "encryption",
      cause: expect.objectContaining({ message: "The address of a key is not an identifier." }),
    }),
  );
});

describe("a response in base64", () => {
  test("decodes with and without line breaks", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 80 }), (text, width) => {
        fc.pre(text !== "" && text.isWellFormed());
        const base64 = Buffer.from(text).toString("base64");
        const broken = base64.replace(new RegExp(`.{1,${width}}`, "g"), (line) => `${line}\r\n`);
        expect(decodeResponse(base64)).toBe(text);
        expect(decodeResponse(broken)).toBe(text);
      }),
    );
  });

  test.each([
    ["nothing", ""],
    ["other characters", "PGE+!"],
    ["padding within", "PGE=PGE="],
    ["blanks in front of another character", hostileBase64()],
    ["more than a response has", "A".repeat(400_000)],
  ])("is rejected: %s", (_, text) => {
    expect(() => decodeResponse(text)).toThrow(expect.objectContaining({ code: "malformed" }));
  });
});
