import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { SignedXml } from "xml-crypto";
import type { ExpectedResponse } from "./assertion";
import { closeVerifier, MAX_QUEUED, readProfileInThread, verifyInThread } from "./response-verifier";
import {
  assertionXml,
  type IdpKey,
  newIdpKey,
  pemOf,
  type ResponseOptions,
  responseXml,
  signElement,
} from "./testing/idp";

const EXPECTED: ExpectedResponse = {
  issuer: "https://idp.example.com",
  audience: "https://parley.example.com/sp",
  acsUrl: "https://parley.example.com/acs",
  requestId: "_request",
};
const OPTIONS: ResponseOptions = {
  issuer: EXPECTED.issuer,
  audience: EXPECTED.audience,
  recipient: EXPECTED.acsUrl,
  destination: EXPECTED.acsUrl,
  inResponseTo: EXPECTED.requestId,
  nameId: "ada@acme.test",
  attributes: { groups: Array.from({ length: 900 }, (_, n) => `group-${n}`) },
};

let key: IdpKey;
let xml: string;
const server = createServer((_, response) => response.end("answered"));
let url: string;
/** Generating a key on a busy machine. */
const KEYS_TIMEOUT_MS = 120_000;
beforeAll(async () => {
  key = newIdpKey();
  xml = signElement(responseXml(OPTIONS, assertionXml(OPTIONS)), "Assertion", key);
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, KEYS_TIMEOUT_MS);
afterAll(() => void server.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await closeVerifier();
});

const newJob = () => ({
  xml,
  certificates: [pemOf(key.certificate)],
  privateKey: key.privateKey,
  expected: EXPECTED,
  nowMs: Date.now(),
});

test("answers another request while a response is verified off the main thread", async () => {
  const canonicalizations = vi.spyOn(SignedXml.prototype, "getCanonXml");
  const checks = vi.spyOn(SignedXml.prototype, "checkSignature");
  const order: string[] = [];
  const verified = verifyInThread(newJob()).then((identity) => {
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

test("returns a refusal by its code", async () => {
  await expect(verifyInThread({ ...newJob(), xml: "<a/>" })).rejects.toMatchObject({ code: "malformed" });
  await expect(verifyInThread({ ...newJob(), certificates: [] })).rejects.toMatchObject({
    code: "signature",
  });
});

test("stops a job at its time limit and verifies the next response", async () => {
  // With a warm thread the response is being verified, not queued.
  await verifyInThread(newJob());
  const limit = new AbortController();
  const abortedJob = verifyInThread(newJob(), limit.signal);
  limit.abort();
  await expect(abortedJob).rejects.toMatchObject({ code: "busy" });
  expect((await verifyInThread(newJob())).nameId).toBe("ada@acme.test");
});

test("rejects responses above the queue limit and verifies the queued ones", async () => {
  const codePromises = Array.from({ length: MAX_QUEUED + 8 }, () =>
    verifyInThread({ ...newJob(), xml: "<a/>" }).catch((error: { code: string }) => error.code),
  );
  const codes = await Promise.all(codePromises);
  expect(codes.filter((code) => code === "malformed").length).toBeGreaterThanOrEqual(MAX_QUEUED);
  expect(codes.filter((code) => code === "busy").length).toBeGreaterThan(0);
});
