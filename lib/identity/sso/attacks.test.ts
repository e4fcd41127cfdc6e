import { createPublicKey } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { checkAssertion, type ExpectedResponse } from "./assertion";
import { openResponse } from "./open-response";
import { REFUSAL_MESSAGES } from "./sso-error";
import {
  assertionXml,
  encryptAssertion,
  type IdpKey,
  newIdpKey,
  pemOf,
  type ResponseOptions,
  responseXml,
  signElement,
} from "./testing/idp";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const MINUTE_MS = 60_000;
const EXPECTED: ExpectedResponse = {
  issuer: "https://idp.example.com",
  audience: "https://parley.example.com/api/sso/ws_1/metadata",
  acsUrl: "https://parley.example.com/api/sso/ws_1/acs",
  requestId: "_request-of-this-browser",
};
const OPTIONS: ResponseOptions = {
  issuer: EXPECTED.issuer,
  audience: EXPECTED.audience,
  recipient: EXPECTED.acsUrl,
  destination: EXPECTED.acsUrl,
  inResponseTo: EXPECTED.requestId,
  nameId: "ada@acme.test",
  attributes: { groups: ["admins", "eng"] },
  now: NOW,
};
const EVE = { ...OPTIONS, nameId: "eve@acme.test", id: "_evil" };

let key: IdpKey;
let next: IdpKey;
let otherKey: IdpKey;
/** This service's key, for encryption. */
let service: IdpKey;
/** Generating four RSA keys takes a second, or half a minute on a busy machine. */
const KEYS_TIMEOUT_MS = 120_000;
beforeAll(() => {
  [key, next, otherKey, service] = [newIdpKey(), newIdpKey(), newIdpKey(), newIdpKey()];
}, KEYS_TIMEOUT_MS);

function verify(xml: string, nowMs = NOW) {
  const opened = openResponse(xml, {
    certificates: [pemOf(key.certificate), pemOf(next.certificate)],
    privateKey: service.privateKey,
  });
  return checkAssertion(opened, EXPECTED, nowMs);
}
const signedBy = (signer: IdpKey, options: ResponseOptions = OPTIONS) =>
  signElement(responseXml(options, assertionXml(options)), "Assertion", signer);
const publicKeyOf = ({ certificate }: IdpKey) =>
  createPublicKey(pemOf(certificate)).export({ type: "spki", format: "pem" }).toString();
const encrypted = (assertion: string, method?: string) =>
  encryptAssertion(assertion, pemOf(service.certificate), publicKeyOf(service), method);
const CBC = "http://www.w3.org/2001/04/xmlenc#aes256-cbc";

/** The first element of this name with its tags. */
const extractElement = (xml: string, name: string): string =>
  new RegExp(`<(?:\\w+:)?${name}[ >].*?</(?:\\w+:)?${name}>`, "s").exec(xml)?.[0] ?? "";

describe("accepts what a provider signs", () => {
  test("with a signature over the assertion, read only from the signed bytes", () => {
    expect(verify(signedBy(key))).toMatchObject({
      nameId: "ada@acme.test",
      attributes: { groups: ["admins", "eng"] },
    });
  });

  test("with a signature over the response, over both, and by the successor certificate", () => {
    const plain = responseXml(OPTIONS, assertionXml(OPTIONS));
    expect(verify(signElement(plain, "Response", key)).nameId).toBe("ada@acme.test");
    expect(verify(signElement(signedBy(key), "Response", key)).nameId).toBe("ada@acme.test");
    expect(verify(signedBy(next)).nameId).toBe("ada@acme.test");
  });

  test("encrypted to this service, with the signature inside or on the response", async () => {
    const signedInside = signElement(assertionXml(OPTIONS), "Assertion", key);
    expect(verify(responseXml(OPTIONS, await encrypted(signedInside))).nameId).toBe("ada@acme.test");
    const signedOutside = signElement(
      responseXml(OPTIONS, await encrypted(assertionXml(OPTIONS))),
      "Response",
      key,
    );
    expect(verify(signedOutside).nameId).toBe("ada@acme.test");
  });

  test("with a comment inside a name, without cutting the name", () => {
    const options = { ...OPTIONS, nameId: "ada@acme.test.evil.test" };
    const xml = signedBy(key, options).replace("ada@acme.test.evil", "ada@acme.test<!-- -->.evil");
    expect(verify(xml).nameId).toBe("ada@acme.test.evil.test");
  });
});

describe("rejects what the provider did not sign", () => {
  test.each([
    ["nothing signed", "not_signed", () => responseXml(OPTIONS, assertionXml(OPTIONS))],
    ["another's key", "signature", () => signedBy(otherKey)],
    ["another's key with its own certificate in the message", "signature", () => signedBy(otherKey)],
    ["a name changed", "signature", () => signedBy(key).replace("ada@acme.test", "eve@acme.test")],
    ["a group changed", "signature", () => signedBy(key).replace(">eng<", ">owners<")],
    [
      "the response signed and then changed, the assertion in it still whole",
      "signature",
      () => signElement(signedBy(key), "Response", key).replace(EXPECTED.acsUrl, "https://evil.test/acs"),
    ],
    [
      "SHA-1",
      "signature",
      () =>
        signElement(responseXml(OPTIONS, assertionXml(OPTIONS)), "Assertion", key, {
          signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
          digest: "http://www.w3.org/2000/09/xmldsig#sha1",
        }),
    ],
    [
      "an HMAC algorithm with the certificate as its secret",
      "signature",
      () =>
        signedBy(key).replace(
          "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
          "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
        ),
    ],
    [
      "the signature taken off",
      "not_signed",
      () => {
        const xml = signedBy(key);
        return xml.replace(extractElement(xml, "Signature"), "");
      },
    ],
  ])("%s", (_, code, make) => {
    expect(() => verify(make())).toThrow(expect.objectContaining({ code }));
  });
});

/** Signature wrapping, after Somorovsky et al., "On Breaking SAML" (2012), figures XSW1 to XSW8. */
describe("signature wrapping yields no other identity", () => {
  const original = () => signedBy(key);
  const signed = () => extractElement(original(), "Assertion");
  const evil = () => assertionXml(EVE);

  test.each([
    [
      "the evil assertion before the signed one",
      () => original().replace(ASSERTION_PATTERN, (signedAssertion) => evil() + signedAssertion),
    ],
    [
      "the evil assertion after the signed one",
      () => original().replace(ASSERTION_PATTERN, (signedAssertion) => signedAssertion + evil()),
    ],
    [
      "the signed one inside the evil one",
      () =>
        original().replace(ASSERTION_PATTERN, (signedAssertion) =>
          evil().replace("</saml:Assertion>", `${signedAssertion}</saml:Assertion>`),
        ),
    ],
    [
      "the signed one in the Object of the evil one's signature",
      () => {
        const signedAssertion = signed();
        const signature = extractElement(signedAssertion, "Signature");
        const bare = signedAssertion.replace(signature, "");
        const moved = signature.replace("</ds:Signature>", "").replace("</Signature>", "");
        const close = signature.endsWith("</ds:Signature>") ? "</ds:Signature>" : "</Signature>";
        return responseXml(
          OPTIONS,
          evil().replace("</saml:Issuer>", `</saml:Issuer>${moved}<Object>${bare}</Object>${close}`),
        );
      },
    ],
    [
      "the signed one in an extension of the response",
      () =>
        responseXml(OPTIONS, evil()).replace(
          "<samlp:Status>",
          `<samlp:Extensions>${signed()}</samlp:Extensions><samlp:Status>`,
        ),
    ],
    [
      "the signed response in an extension of an evil one",
      () =>
        responseXml(EVE, evil()).replace(
          "<samlp:Status>",
          `<samlp:Extensions>${signElement(responseXml(OPTIONS, assertionXml(OPTIONS)), "Response", key)}</samlp:Extensions><samlp:Status>`,
        ),
    ],
    [
      "two assertions with the same id",
      () =>
        original().replace(
          ASSERTION_PATTERN,
          (signedAssertion) => signedAssertion + signedAssertion.replaceAll("ada@acme.test", "eve@acme.test"),
        ),
    ],
    [
      "the evil assertion with the signature of the signed one",
      () =>
        responseXml(
          OPTIONS,
          evil().replace("</saml:Issuer>", `</saml:Issuer>${extractElement(signed(), "Signature")}`),
        ),
    ],
  ])("%s", (_, make) => {
    expect(() => verify(make())).toThrow(
      expect.objectContaining({
        code: expect.stringMatching(/^(assertion|signature|not_signed|malformed)$/),
      }),
    );
  });

  const ASSERTION_PATTERN = /<saml:Assertion .*<\/saml:Assertion>/s;

  test("an encrypted assertion beside the signed one", async () => {
    const assertions = (await encrypted(evil())) + signed();
    expect(() => verify(responseXml(OPTIONS, assertions))).toThrow(
      expect.objectContaining({ code: "assertion" }),
    );
  });

  test("an encrypted assertion without a signature", async () => {
    const xml = responseXml(OPTIONS, await encrypted(evil()));
    expect(() => verify(xml)).toThrow(expect.objectContaining({ code: "encryption" }));
  });
});

describe("an encrypted assertion", () => {
  const signed = () => signElement(assertionXml(OPTIONS), "Assertion", key);

  test("is rejected with 3DES, also with an escaped name", async () => {
    const method = "http://www.w3.org/2001/04/xmlenc#tripledes-cbc";
    const xml = responseXml(OPTIONS, await encrypted(signed(), method));
    for (const sent of [xml, xml.replace("tripledes-cbc", "tripledes&#45;cbc")])
      expect(() => verify(sent)).toThrow(expect.objectContaining({ code: "encryption" }));
  });

  test("is accepted with AES-CBC, which providers use", async () => {
    expect(verify(responseXml(OPTIONS, await encrypted(signed(), CBC))).nameId).toBe("ada@acme.test");
  });

  test("that was changed gets the same error at every stage", async () => {
    const xml = responseXml(OPTIONS, await encrypted(signed(), CBC));
    // The first CipherValue is the key's, the second the assertion's.
    const cipher = [...xml.matchAll(/<[\w:]*CipherValue[^>]*>([^<]+)</g)][1]?.[1] ?? "";
    const bytes = Buffer.from(cipher, "base64");
    const changed = (at: number) => {
      const changedBytes = Buffer.from(bytes);
      changedBytes.writeUInt8(changedBytes.readUInt8(at) ^ 1, at);
      return xml.replace(cipher, changedBytes.toString("base64"));
    };
    // Results in order: invalid padding, malformed XML, a renamed element, an invalid signature.
    const forms = [bytes.length - 17, 16, 17, 18, Math.floor(bytes.length / 2)].map(changed);
    const wrongSigner = responseXml(
      OPTIONS,
      await encrypted(signElement(assertionXml(OPTIONS), "Assertion", otherKey), CBC),
    );
    for (const sent of [...forms, wrongSigner])
      expect(() => verify(sent)).toThrow(
        expect.objectContaining({ code: "encryption", message: REFUSAL_MESSAGES.encryption }),
      );
  });
});

describe("rejects signed responses for another service, request or time", () => {
  test.each<[string, string, Partial<ResponseOptions>]>([
    ["another issuer", "issuer", { issuer: "https://other.example.com" }],
    ["another recipient", "recipient", { recipient: "https://other.example.com/acs" }],
    ["another destination", "destination", { destination: "https://other.example.com/acs" }],
    ["no destination", "destination", { destination: "" }],
    ["another audience", "audience", { audience: "https://parley.example.com/api/sso/ws_2/metadata" }],
    ["a response to another browser's request", "not_begun_here", { inResponseTo: "_of-another" }],
    ["a confirmation for another browser's request", "not_begun_here", { confirmedFor: "_of-another" }],
    ["no request at all", "not_begun_here", { inResponseTo: "", confirmedFor: "" }],
    ["a refused sign-in", "status", { status: "urn:oasis:names:tc:SAML:2.0:status:Responder" }],
    ["conditions that ended 61 s ago", "time", { notOnOrAfterMs: -61_000 }],
    ["a confirmation that ended 61 s ago", "time", { confirmedUntilMs: -61_000 }],
    ["conditions that begin in 61 s", "time", { notBeforeMs: 61_000 }],
  ])("%s", (_, code, wrong) => {
    expect(() => verify(signedBy(key, { ...OPTIONS, ...wrong }))).toThrow(expect.objectContaining({ code }));
  });

  test("accepts a clock skew of one minute and no more", () => {
    const xml = signedBy(key, { ...OPTIONS, notOnOrAfterMs: MINUTE_MS, confirmedUntilMs: MINUTE_MS });
    expect(verify(xml, NOW + 2 * MINUTE_MS - 1).nameId).toBe("ada@acme.test");
    expect(() => verify(xml, NOW + 2 * MINUTE_MS)).toThrow(expect.objectContaining({ code: "time" }));
    expect(verify(xml, NOW - MINUTE_MS).nameId).toBe("ada@acme.test");
    expect(() => verify(xml, NOW - MINUTE_MS - 1)).toThrow(expect.objectContaining({ code: "time" }));
  });
});

describe("rejects unsafe or malformed documents before parsing", () => {
  test.each([
    ["a DTD", '<!DOCTYPE x [<!ENTITY a "b">]>'],
    ["an external entity", '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'],
  ])("%s", (_, dtd) => {
    expect(() => verify(dtd + signedBy(key))).toThrow(expect.objectContaining({ code: "malformed" }));
  });

  test.each([
    ["cut off", () => signedBy(key).slice(0, -20)],
    ["two roots", () => signedBy(key) + signedBy(key)],
    ["no XML", () => "SAMLResponse"],
    ["nothing", () => ""],
    ["too large", () => `<a>${"x".repeat(300_000)}</a>`],
    ["nested too deep to follow", () => "<a>".repeat(40_000) + "</a>".repeat(20_000)],
    ["an assertion without a response", () => signElement(assertionXml(OPTIONS), "Assertion", key)],
  ])("%s", (_, make) => {
    expect(() => verify(make())).toThrow(expect.objectContaining({ code: "malformed" }));
  });
});
