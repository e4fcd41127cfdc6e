import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COMMAND_LIMITS, retryTemporary } from "./retry-temporary";
import { openVaultServer } from "./testing/vault-server";
import { createVaultWrapper, type VaultLogin, type VaultSettings } from "./vault";

const CONTEXT = { installation: "a1", version: "1" };
const key = randomBytes(32);
let server: Awaited<ReturnType<typeof openVaultServer>>;
let folder: string;
beforeAll(async () => {
  server = await openVaultServer({ namespace: "team/parley" });
  folder = mkdtempSync(join(tmpdir(), "vault-"));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  server.requests.length = 0;
  server.faults.length = 0;
  server.setSealed(false);
  Object.assign(server.policies, { encrypt: true, decrypt: true });
});

const wrapperOf = (settings: Partial<VaultSettings> = {}) =>
  createVaultWrapper({
    address: server.address,
    namespace: "team/parley",
    caFile: undefined,
    mount: "transit",
    key: "parley",
    login: { kind: "token", token: server.issueToken() },
    timeoutMs: 20_000,
    ...settings,
  });
const fileWith = (text: string): string => {
  const path = join(folder, randomBytes(4).toString("hex"));
  writeFileSync(path, text);
  return path;
};

test.each<[string, () => VaultLogin]>([
  ["a token", () => ({ kind: "token", token: server.issueToken() })],
  [
    "a token's file, read at each use",
    () => ({ kind: "token-file", path: fileWith(`${server.issueToken()}\n`) }),
  ],
  ["an AppRole", () => ({ kind: "approle", mount: "approle", ...server.roles })],
  [
    "a Kubernetes service account",
    () => ({ kind: "kubernetes", mount: "kubernetes", role: "parley", jwtPath: fileWith(server.roles.jwt) }),
  ],
])("wraps and unwraps with %s", async (_, login) => {
  const wrapper = wrapperOf({ login: login() });
  const wrapped = await wrapper.wrap(key, CONTEXT);
  expect(wrapped).toMatch(/^vault:v\d+:/);
  expect(wrapped).not.toContain(key.toString("base64"));
  expect(await wrapper.unwrap(wrapped, { version: "1", installation: "a1" })).toEqual(key);
});

test("opens a key after the transit key was rotated, and wraps it under the new version", async () => {
  const wrapper = wrapperOf();
  const wrapped = await wrapper.wrap(key, CONTEXT);
  server.rotateKey();
  expect(await wrapper.unwrap(wrapped, CONTEXT)).toEqual(key);
  const rewrapped = await wrapper.wrap(key, CONTEXT);
  expect(rewrapped.split(":")[1]).not.toBe(wrapped.split(":")[1]);
  server.dropOldVersions();
  await expect(wrapper.unwrap(wrapped, CONTEXT)).rejects.toThrow("VAULT_TRANSIT_KEY");
  expect(await wrapper.unwrap(rewrapped, CONTEXT)).toEqual(key);
});

test("does not open a key of another installation", async () => {
  const wrapped = await wrapperOf().wrap(key, CONTEXT);
  await expect(wrapperOf().unwrap(wrapped, { ...CONTEXT, installation: "b2" })).rejects.toThrow("(400)");
});

describe("says what to do", () => {
  test.each<[string, Partial<VaultSettings>, RegExp]>([
    [
      "an unknown token",
      { login: { kind: "token", token: "hvs.secret-of-a-token" } },
      /token has not expired/,
    ],
    [
      "a wrong AppRole",
      { login: { kind: "approle", mount: "approle", roleId: "a", secretId: "b" } },
      /VAULT_SECRET_ID/,
    ],
    [
      "a missing token file",
      { login: { kind: "token-file", path: "/nowhere/token" } },
      /VAULT_TOKEN_FILE.*ENOENT/,
    ],
    ["another mount", { mount: "elsewhere" }, /VAULT_TRANSIT_MOUNT/],
    ["another key", { key: "unknown" }, /policy/],
    ["another namespace", { namespace: undefined }, /VAULT_NAMESPACE/],
  ])("about %s", async (_, settings, message) => {
    const failure = await wrapperOf(settings)
      .wrap(key, CONTEXT)
      .catch((error: Error) => error);
    expect(failure).toMatchObject({ name: "KeySourceError", isTemporary: false });
    expect(String(failure)).toMatch(message);
    expect(String(failure)).not.toMatch(/hvs\.|nowhere|127\.0\.0\.1/);
  });

  test("about an expired token and a policy without decrypt", async () => {
    const wrapper = wrapperOf();
    const wrapped = await wrapper.wrap(key, CONTEXT);
    server.policies.decrypt = false;
    await expect(wrapper.unwrap(wrapped, CONTEXT)).rejects.toThrow("its policy allows update");
    server.policies.decrypt = true;
    server.revokeTokens();
    await expect(wrapper.unwrap(wrapped, CONTEXT)).rejects.toThrow("the token has not expired");
  });

  test("about a redirect, which it does not follow", async () => {
    server.faults.push("redirect");
    await expect(wrapperOf().wrap(key, CONTEXT)).rejects.toThrow("address of the active node");
    expect(server.requests).toHaveLength(1);
  });
});

describe("repeats", () => {
  const limits = { ...COMMAND_LIMITS, pauseMs: 1 };
  test.each([503, 429, 500, 502])("after %s, until it succeeds", async (status) => {
    server.faults.push(status, status);
    const errors: string[] = [];
    await retryTemporary(
      () => wrapperOf().wrap(key, CONTEXT),
      limits,
      (error) => errors.push(error.message),
    );
    expect(errors).toHaveLength(2);
  });

  test("a sealed Vault a limited number of times", async () => {
    server.setSealed(true);
    await expect(retryTemporary(() => wrapperOf().wrap(key, CONTEXT), limits)).rejects.toThrow("Unseal it");
    expect(server.requests).toHaveLength(limits.attempts);
  });

  test("silence, which the time limit ends", async () => {
    server.faults.push("silence");
    const wrapper = wrapperOf({ timeoutMs: 1_000 });
    await expect(wrapper.wrap(key, CONTEXT)).rejects.toMatchObject({ isTemporary: true });
  });

  test("no refusal", async () => {
    const wrapper = wrapperOf({ login: { kind: "token", token: "none" } });
    await expect(retryTemporary(() => wrapper.wrap(key, CONTEXT), limits)).rejects.toThrow("403");
    expect(server.requests).toHaveLength(1);
  });
});
