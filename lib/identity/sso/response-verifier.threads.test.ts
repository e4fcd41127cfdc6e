import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { SignedXml } from "xml-crypto";
import type { Expected } from "./assertion";
import { closeVerifier, MAX_WAITING, readProfileInThread, verifyInThread } from "./response-verifier";
import { assertionXml, type Key, newKey, pemOf, responseXml, type Saying, sign } from "./testing/idp";

const EXPECTED: Expected = {
  issuer: "https://idp.example.com",
  audience: "https://parley.example.com/sp",
  acsUrl: "https://parley.example.com/acs",
  requestId: "_request",
};
const SAYING: Saying = {
  issuer: EXPECTED.issuer,
  audience: EXPECTED.audience,
  recipient: EXPECTED.acsUrl,
  destination: EXPECTED.acsUrl,
  inResponseTo: EXPECTED.requestId,
  nameId: "ada@acme.test",
  attributes: { groups: Array.from({ length: 900 }, (_, n) => `group-${n}`) },
};

let key: Key;
let xml: string;
const server = createServer((_, response) => response.end("answered"));
let url: string;
/** A key, on a machine that is busy with something else. */
const KEYS_TIMEOUT_MS = 120_000;
beforeAll(async () => {
  key = newKey();
  xml = sign(responseXml(SAYING, assertionXml(SAYING)), "Assertion", key);
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, KEYS_TIMEOUT_MS);
afterAll(() => void server.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await closeVerifier();
});

const job = () => ({
  xml,
  certificates: [pemOf(key.certificate)],
  privateKey: key.privateKey,
  expected: EXPECTED,
  nowMs: Date.now(),
});

test("another request is answered while a response is verified, of which this thread does nothing", async () => {
  const canonicalizations = vi.spyOn(SignedXml.prototype, "getCanonXml");
  const checks = vi.spyOn(SignedXml.prototype, "checkSignature");
  const order: string[] = [];
  const verified = verifyInThread(job()).then((identity) => {
    order.push("verified");
    return identity;
  });
  const answered = fetch(url, { headers: { connection: "close" } }).then((response) => {
    order.push("answered");
    return response.text();
  });
  expect(await answered).toBe("answered");
  expect((await verified).nameId).toBe("ada@acme.test");
  expect(order).toEqual(["answered", "verified"]);
  const options = {
    publicKey: key.certificate,
    audience: EXPECTED.audience,
    privateKey: key.privateKey,
    inResponseTo: EXPECTED.requestId,
  };
  expect(await readProfileInThread(xml, options)).toMatchObject({ issuer: EXPECTED.issuer });
  expect(canonicalizations).not.toHaveBeenCalled();
  expect(checks).not.toHaveBeenCalled();
});

test("a refusal comes back as one, by its code alone", async () => {
  await expect(verifyInThread({ ...job(), xml: "<a/>" })).rejects.toMatchObject({ code: "malformed" });
  await expect(verifyInThread({ ...job(), certificates: [] })).rejects.toMatchObject({ code: "signature" });
});

test("its time limit ends what it does, and the next response is verified", async () => {
  // With a warm thread the response is not waiting, but being verified.
  await verifyInThread(job());
  const limit = new AbortController();
  const cut = verifyInThread(job(), limit.signal);
  limit.abort();
  await expect(cut).rejects.toMatchObject({ code: "busy" });
  expect((await verifyInThread(job())).nameId).toBe("ada@acme.test");
});

test("more than may wait are refused at once, and those that wait are verified", async () => {
  const all = Array.from({ length: MAX_WAITING + 8 }, () =>
    verifyInThread({ ...job(), xml: "<a/>" }).catch((error: { code: string }) => error.code),
  );
  const codes = await Promise.all(all);
  expect(codes.filter((code) => code === "malformed").length).toBeGreaterThanOrEqual(MAX_WAITING);
  expect(codes.filter((code) => code === "busy").length).toBeGreaterThan(0);
});
