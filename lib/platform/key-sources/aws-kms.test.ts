import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AwsCredentialSettings, readAwsCredentials } from "./aws-credentials";
import { createKmsWrapper } from "./aws-kms";
import { retryTemporary } from "./retry-temporary";
import { openKmsServer } from "./testing/kms-server";

const CONTEXT = { installation: "a1", version: "1" };
const LIMITS = { attempts: 3, pauseMs: 1, maxPauseMs: 1 };
const key = randomBytes(32);
let server: Awaited<ReturnType<typeof openKmsServer>>;
let folder: string;
beforeAll(async () => {
  server = await openKmsServer();
  folder = mkdtempSync(join(tmpdir(), "kms-"));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  server.requests.length = 0;
  server.faults.length = 0;
  Object.assign(server.state, { isDisabled: false, isPendingDeletion: false, isAllowed: true });
});
afterEach(() => vi.useRealTimers());

const NONE: AwsCredentialSettings = {
  AWS_REGION: "eu-test-1",
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  AWS_SESSION_TOKEN: undefined,
  AWS_ROLE_ARN: undefined,
  AWS_WEB_IDENTITY_TOKEN_FILE: undefined,
  AWS_CONTAINER_CREDENTIALS_FULL_URI: undefined,
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: undefined,
  AWS_CONTAINER_AUTHORIZATION_TOKEN: undefined,
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: undefined,
  AWS_ENDPOINT_URL_STS: undefined,
};
const keysOf = ({
  accessKeyId,
  secretAccessKey,
  sessionToken,
}: typeof server.account): AwsCredentialSettings => ({
  ...NONE,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
});
const wrapperOf = (credentials: AwsCredentialSettings = keysOf(server.account), settings: object = {}) =>
  createKmsWrapper({
    keyId: "alias/parley",
    region: "eu-test-1",
    endpoint: server.address,
    credentials,
    timeoutMs: 20_000,
    ...settings,
  });
const fileWith = (text: string): string => {
  const path = join(folder, randomBytes(4).toString("hex"));
  writeFileSync(path, text);
  return path;
};

test.each<[string, () => AwsCredentialSettings]>([
  ["permanent keys", () => keysOf(server.account)],
  ["the keys of a session", () => keysOf(server.session)],
  [
    "the web identity of a service account",
    () => ({
      ...NONE,
      AWS_ENDPOINT_URL_STS: server.address,
      AWS_ROLE_ARN: server.identity.roleArn,
      AWS_WEB_IDENTITY_TOKEN_FILE: fileWith(server.identity.token),
    }),
  ],
  [
    "the credentials of a container",
    () => ({
      ...NONE,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${server.address}/container`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: fileWith(server.containerToken),
    }),
  ],
])("wraps and unwraps with %s", async (_, credentials) => {
  const wrapper = wrapperOf(credentials());
  const wrapped = await wrapper.wrap(key, CONTEXT);
  expect(Buffer.from(wrapped, "base64").includes(key)).toBe(false);
  expect(await wrapper.unwrap(wrapped, { version: "1", installation: "a1" })).toEqual(key);
});

test("sends the root key to no alias with credentials of the instance metadata", async () => {
  for (const keyId of ["alias/parley", "0c1b", "arn:aws:kms:eu-test-1:111122223333:alias/parley"])
    await expect(wrapperOf(NONE, { keyId }).wrap(key, CONTEXT)).rejects.toThrow(
      "KMS_KEY_ID must be the full ARN of a key",
    );
  expect(server.requests).toEqual([]);
});

test("reads the credentials of an instance by a session of its metadata", async () => {
  expect(await readAwsCredentials(NONE, server.address)).toEqual({
    accessKeyId: server.session.accessKeyId,
    secretAccessKey: server.session.secretAccessKey,
    sessionToken: server.session.sessionToken,
  });
  expect(server.requests[0]).toBe("PUT /latest/api/token");
});

test("sends the token of a container to no other machine without TLS", async () => {
  const credentials = { ...NONE, AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://192.0.2.1/container" };
  await expect(wrapperOf(credentials).wrap(key, CONTEXT)).rejects.toThrow("must be https");
});

test("opens a key after the material of the KMS key was rotated", async () => {
  const wrapped = await wrapperOf().wrap(key, CONTEXT);
  server.rotateKey();
  expect(await wrapperOf().unwrap(wrapped, CONTEXT)).toEqual(key);
  expect((await wrapperOf().wrap(key, CONTEXT)).slice(0, 2)).not.toBe(wrapped.slice(0, 2));
});

test("does not open a key of another installation", async () => {
  const wrapped = await wrapperOf().wrap(key, CONTEXT);
  await expect(wrapperOf().unwrap(wrapped, { ...CONTEXT, installation: "b2" })).rejects.toThrow(
    "InvalidCiphertextException",
  );
});

describe("says what to do", () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ["a wrong secret", () => call({ AWS_SECRET_ACCESS_KEY: "another" }), /InvalidSignatureException.*clock/],
    ["an unknown account", () => call({ AWS_ACCESS_KEY_ID: "AKIAUNKNOWN" }), /AWS_ACCESS_KEY_ID/],
    ["a session without its token", () => call({ AWS_ACCESS_KEY_ID: "ASIASTANDIN" }), /session token/],
    ["an incomplete pair", () => call({ AWS_SECRET_ACCESS_KEY: undefined }), /together/],
    ["another region", () => call({}, { region: "eu-other-1" }), /InvalidSignatureException/],
    ["another key", () => call({}, { keyId: "alias/unknown" }), /KMS_KEY_ID and AWS_REGION/],
    ["a missing permission", () => callIn({ isAllowed: false }), /kms:Decrypt/],
    ["a disabled key", () => callIn({ isDisabled: true }), /Enable the key/],
    ["a key that is being deleted", () => callIn({ isPendingDeletion: true }), /Cancel the deletion/],
  ])("about %s", async (_, work, message) => {
    const failure = await work().catch((error: Error) => error);
    expect(failure).toMatchObject({ name: "KeySourceError", isTemporary: false });
    expect(String(failure)).toMatch(message);
    expect(String(failure)).not.toMatch(/111122223333|secret-of|127\.0\.0\.1/);
  });
  const call = (credentials: Partial<AwsCredentialSettings>, settings: object = {}) =>
    wrapperOf({ ...keysOf(server.account), ...credentials }, settings).wrap(key, CONTEXT);
  const callIn = (state: Partial<typeof server.state>) => {
    Object.assign(server.state, state);
    return call({});
  };

  test("about a clock that is ten minutes late", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 600_000 });
    const sent = wrapperOf().wrap(key, CONTEXT);
    // The request is signed at once, and verified by the real time.
    setImmediate(() => vi.useRealTimers());
    await expect(sent).rejects.toThrow("the machine's clock");
  });
});

test.each<[string, number]>([
  ["ThrottlingException", 400],
  ["KMSInternalException", 500],
  ["DependencyTimeoutException", 503],
])("repeats after %s, a limited number of times", async (type, status) => {
  server.faults.push({ type, status }, { type, status });
  await retryTemporary(() => wrapperOf().wrap(key, CONTEXT), LIMITS);
  expect(server.requests).toHaveLength(3);
  server.faults.push({ type, status }, { type, status }, { type, status }, { type, status });
  await expect(retryTemporary(() => wrapperOf().wrap(key, CONTEXT), LIMITS)).rejects.toThrow(type);
  expect(server.requests).toHaveLength(6);
});

test("ends an exchange without a response at its time limit", async () => {
  server.faults.push("silence");
  const wrapper = wrapperOf(undefined, { timeoutMs: 1_000 });
  await expect(wrapper.wrap(key, CONTEXT)).rejects.toMatchObject({ isTemporary: true });
});
