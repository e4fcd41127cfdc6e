import { createPublicKey } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { checkAssertion, type Expected } from "./assertion";
import { REFUSALS } from "./refused";
import { openResponse } from "./signed";
import {
  assertionXml,
  encryptAssertion,
  type Key,
  newKey,
  pemOf,
  responseXml,
  type Saying,
  sign,
} from "./testing/idp";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const MINUTE_MS = 60_000;
const EXPECTED: Expected = {
  issuer: "https://idp.example.com",
  audience: "https://parley.example.com/api/sso/ws_1/metadata",
  acsUrl: "https://parley.example.com/api/sso/ws_1/acs",
  requestId: "_request-of-this-browser",
};
const SAYING: Saying = {
  issuer: EXPECTED.issuer,
  audience: EXPECTED.audience,
  recipient: EXPECTED.acsUrl,
  destination: EXPECTED.acsUrl,
  inResponseTo: EXPECTED.requestId,
  nameId: "ada@acme.test",
  attributes: { groups: ["admins", "eng"] },
  now: NOW,
};
const EVE = { ...SAYING, nameId: "eve@acme.test", id: "_evil" };

let key: Key;
let next: Key;
let other: Key;
/** This service's, to encrypt to. */
let service: Key;
/** Four RSA keys: a second, or half a minute on a machine that is busy with something else. */
const KEYS_TIMEOUT_MS = 120_000;
beforeAll(() => {
  [key, next, other, service] = [newKey(), newKey(), newKey(), newKey()];
}, KEYS_TIMEOUT_MS);

function verify(xml: string, nowMs = NOW) {
  const opened = openResponse(xml, {
    certificates: [pemOf(key.certificate), pemOf(next.certificate)],
    privateKey: service.privateKey,
  });
  return checkAssertion(opened, EXPECTED, nowMs);
}
const signedBy = (who: Key, saying: Saying = SAYING) =>
  sign(responseXml(saying, assertionXml(saying)), "Assertion", who);
const publicKeyOf = ({ certificate }: Key) =>
  createPublicKey(pemOf(certificate)).export({ type: "spki", format: "pem" }).toString();
const encrypted = (assertion: string, method?: string) =>
  encryptAssertion(assertion, pemOf(service.certificate), publicKeyOf(service), method);
const CBC = "http://www.w3.org/2001/04/xmlenc#aes256-cbc";

/** The part of a document between the marks of an element, with them. */
const cut = (xml: string, name: string): string =>
  new RegExp(`<(?:\\w+:)?${name}[ >].*?</(?:\\w+:)?${name}>`, "s").exec(xml)?.[0] ?? "";

describe("what a provider signs is taken", () => {
  test("with a signature over the assertion, and out of its bytes alone", () => {
    expect(verify(signedBy(key))).toMatchObject({
      nameId: "ada@acme.test",
      attributes: { groups: ["admins", "eng"] },
    });
  });

  test("with a signature over the response, over both, and by the certificate that succeeds", () => {
    const plain = responseXml(SAYING, assertionXml(SAYING));
    expect(verify(sign(plain, "Response", key)).nameId).toBe("ada@acme.test");
    expect(verify(sign(signedBy(key), "Response", key)).nameId).toBe("ada@acme.test");
    expect(verify(signedBy(next)).nameId).toBe("ada@acme.test");
  });

  test("encrypted to this service, signed inside or around", async () => {
    const inside = sign(assertionXml(SAYING), "Assertion", key);
    expect(verify(responseXml(SAYING, await encrypted(inside))).nameId).toBe("ada@acme.test");
    const around = sign(responseXml(SAYING, await encrypted(assertionXml(SAYING))), "Response", key);
    expect(verify(around).nameId).toBe("ada@acme.test");
  });

  test("with a comment within a name, whole and not cut at it", () => {
    const saying = { ...SAYING, nameId: "ada@acme.test.evil.test" };
    const xml = signedBy(key, saying).replace("ada@acme.test.evil", "ada@acme.test<!-- -->.evil");
    expect(verify(xml).nameId).toBe("ada@acme.test.evil.test");
  });
});

describe("what nobody of the provider's has signed is refused", () => {
  test.each([
    ["nothing signed", "not_signed", () => responseXml(SAYING, assertionXml(SAYING))],
    ["another's key", "signature", () => signedBy(other)],
    ["another's key with its own certificate in the message", "signature", () => signedBy(other)],
    ["a name changed", "signature", () => signedBy(key).replace("ada@acme.test", "eve@acme.test")],
    ["a group changed", "signature", () => signedBy(key).replace(">eng<", ">owners<")],
    [
      "the response signed and then changed, the assertion in it still whole",
      "signature",
      () => sign(signedBy(key), "Response", key).replace(EXPECTED.acsUrl, "https://evil.test/acs"),
    ],
    [
      "SHA-1",
      "signature",
      () =>
        sign(responseXml(SAYING, assertionXml(SAYING)), "Assertion", key, {
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
        return xml.replace(cut(xml, "Signature"), "");
      },
    ],
  ])("%s", (_, code, make) => {
    expect(() => verify(make())).toThrow(expect.objectContaining({ code }));
  });
});

/** Signature wrapping, after Somorovsky et al., "On Breaking SAML" (2012), figures XSW1 to XSW8. */
describe("signature wrapping gives nobody else", () => {
  const original = () => signedBy(key);
  const signed = () => cut(original(), "Assertion");
  const evil = () => assertionXml(EVE);

  test.each([
    [
      "the evil assertion in front of the signed one",
      () => original().replace(signedOf, (one) => evil() + one),
    ],
    ["the evil one behind it", () => original().replace(signedOf, (one) => one + evil())],
    [
      "the signed one inside the evil one",
      () =>
        original().replace(signedOf, (one) => evil().replace("</saml:Assertion>", `${one}</saml:Assertion>`)),
    ],
    [
      "the signed one in the Object of the evil one's signature",
      () => {
        const one = signed();
        const signature = cut(one, "Signature");
        const bare = one.replace(signature, "");
        const moved = signature.replace("</ds:Signature>", "").replace("</Signature>", "");
        const close = signature.endsWith("</ds:Signature>") ? "</ds:Signature>" : "</Signature>";
        return responseXml(
          SAYING,
          evil().replace("</saml:Issuer>", `</saml:Issuer>${moved}<Object>${bare}</Object>${close}`),
        );
      },
    ],
    [
      "the signed one in an extension of the response",
      () =>
        responseXml(SAYING, evil()).replace(
          "<samlp:Status>",
          `<samlp:Extensions>${signed()}</samlp:Extensions><samlp:Status>`,
        ),
    ],
    [
      "the signed response in an extension of an evil one",
      () =>
        responseXml(EVE, evil()).replace(
          "<samlp:Status>",
          `<samlp:Extensions>${sign(responseXml(SAYING, assertionXml(SAYING)), "Response", key)}</samlp:Extensions><samlp:Status>`,
        ),
    ],
    [
      "two of the same id",
      () => original().replace(signedOf, (one) => one + one.replaceAll("ada@acme.test", "eve@acme.test")),
    ],
    [
      "the evil assertion bears the signature of the signed one, which lies in an encrypted place",
      () =>
        responseXml(SAYING, evil().replace("</saml:Issuer>", `</saml:Issuer>${cut(signed(), "Signature")}`)),
    ],
  ])("%s", (_, make) => {
    expect(() => verify(make())).toThrow(
      expect.objectContaining({
        code: expect.stringMatching(/^(assertion|signature|not_signed|malformed)$/),
      }),
    );
  });

  const signedOf = /<saml:Assertion .*<\/saml:Assertion>/s;

  test("an encrypted assertion beside the signed one", async () => {
    const both = (await encrypted(evil())) + signed();
    expect(() => verify(responseXml(SAYING, both))).toThrow(expect.objectContaining({ code: "assertion" }));
  });

  test("an encrypted assertion that nobody has signed", async () => {
    const xml = responseXml(SAYING, await encrypted(evil()));
    expect(() => verify(xml)).toThrow(expect.objectContaining({ code: "encryption" }));
  });
});

describe("what is encrypted", () => {
  const signed = () => sign(assertionXml(SAYING), "Assertion", key);

  test("by 3DES is refused, however its name is written", async () => {
    const method = "http://www.w3.org/2001/04/xmlenc#tripledes-cbc";
    const xml = responseXml(SAYING, await encrypted(signed(), method));
    for (const sent of [xml, xml.replace("tripledes-cbc", "tripledes&#45;cbc")])
      expect(() => verify(sent)).toThrow(expect.objectContaining({ code: "encryption" }));
  });

  test("by AES in its older mode is taken, as providers have it", async () => {
    expect(verify(responseXml(SAYING, await encrypted(signed(), CBC))).nameId).toBe("ada@acme.test");
  });

  test("and changed by whoever caught it tells nothing of how far it came", async () => {
    const xml = responseXml(SAYING, await encrypted(signed(), CBC));
    // The first is the key's, the second the assertion's.
    const cipher = [...xml.matchAll(/<[\w:]*CipherValue[^>]*>([^<]+)</g)][1]?.[1] ?? "";
    const bytes = Buffer.from(cipher, "base64");
    const changed = (at: number) => {
      const other = Buffer.from(bytes);
      other.writeUInt8(other.readUInt8(at) ^ 1, at);
      return xml.replace(cipher, other.toString("base64"));
    };
    // In turn: no padding, a name that is no XML any more, an element of another name, another signature.
    const forms = [bytes.length - 17, 16, 17, 18, Math.floor(bytes.length / 2)].map(changed);
    const wrongSigner = responseXml(
      SAYING,
      await encrypted(sign(assertionXml(SAYING), "Assertion", other), CBC),
    );
    for (const sent of [...forms, wrongSigner])
      expect(() => verify(sent)).toThrow(
        expect.objectContaining({ code: "encryption", message: REFUSALS.encryption }),
      );
  });
});

describe("what is signed and not meant for here, this request or now is refused", () => {
  test.each<[string, string, Partial<Saying>]>([
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
    expect(() => verify(signedBy(key, { ...SAYING, ...wrong }))).toThrow(expect.objectContaining({ code }));
  });

  test("clocks may differ by a minute, and by no second more", () => {
    const xml = signedBy(key, { ...SAYING, notOnOrAfterMs: MINUTE_MS, confirmedUntilMs: MINUTE_MS });
    expect(verify(xml, NOW + 2 * MINUTE_MS - 1).nameId).toBe("ada@acme.test");
    expect(() => verify(xml, NOW + 2 * MINUTE_MS)).toThrow(expect.objectContaining({ code: "time" }));
    expect(verify(xml, NOW - MINUTE_MS).nameId).toBe("ada@acme.test");
    expect(() => verify(xml, NOW - MINUTE_MS - 1)).toThrow(expect.objectContaining({ code: "time" }));
  });
});

describe("what is no plain document is refused unread", () => {
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
    ["an assertion without a response", () => sign(assertionXml(SAYING), "Assertion", key)],
  ])("%s", (_, make) => {
    expect(() => verify(make())).toThrow(expect.objectContaining({ code: "malformed" }));
  });
});
