import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openVaultServer } from "@/lib/platform/key-sources/testing/vault-server";
import { createVaultWrapper } from "@/lib/platform/key-sources/vault";
import { moveFromPlain, moveToPlain, rewrapRootKeys } from "./move-secrets";
import { secretFile } from "./secret-file";
import { SECRET_NAMES } from "./secret-names";
import { createSecrets, loadSecrets, readPlainSecrets, type SecretSource } from "./secret-source";

let vault: Awaited<ReturnType<typeof openVaultServer>>;
let dataDir: string;
beforeAll(async () => {
  vault = await openVaultServer();
});
afterAll(() => vault.close());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "sources-"));
  vault.policies.decrypt = true;
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const service = (): SecretSource => ({
  kind: "service",
  source: "vault",
  keyLabel: "transit/parley",
  wrapper: createVaultWrapper({
    address: vault.address,
    namespace: undefined,
    caFile: undefined,
    mount: "transit",
    key: "parley",
    login: { kind: "token", token: vault.issueToken() },
    timeoutMs: 20_000,
  }),
});
const ROOT = randomBytes(32);
const environment: SecretSource = { kind: "env", keys: new Map([[1, ROOT]]) };
const filesOf = (): string[] => readdirSync(join(dataDir, "secrets")).sort();
const noChecks = { beforeRemoval: async () => undefined };
const makePlain = (): Map<string, Buffer> => {
  for (const name of SECRET_NAMES) secretFile(name, dataDir);
  return readPlainSecrets(dataDir);
};

describe.each<[string, () => SecretSource, string]>([
  ["a service", service, "root.key.wrapped"],
  ["the environment", () => environment, "session.key.sealed"],
])("a new installation with a root key from %s", (_, source, file) => {
  test("has no secret in plain on disk, and opens the same secrets at each start", async () => {
    await createSecrets(dataDir, source());
    const secrets = await loadSecrets(dataDir, source());
    expect([...secrets.keys()].sort()).toEqual([...SECRET_NAMES].sort());
    expect(filesOf()).toContain(file);
    for (const name of filesOf()) {
      const content = readFileSync(join(dataDir, "secrets", name));
      for (const secret of secrets.values()) {
        expect(content.includes(secret)).toBe(false);
        expect(content.toString("latin1")).not.toContain(secret.toString("base64"));
      }
    }
    await createSecrets(dataDir, source());
    expect(await loadSecrets(dataDir, source())).toEqual(secrets);
  });
});

test("several processes that start at once create one set of secrets", async () => {
  await Promise.all([1, 2, 3].map(() => createSecrets(dataDir, service())));
  expect((await loadSecrets(dataDir, service())).size).toBe(SECRET_NAMES.length);
});

test("files that were changed, or that belong to another installation, are named", async () => {
  await createSecrets(dataDir, service());
  await expect(loadSecrets(dataDir, environment)).rejects.toThrow(
    /^The root key does not open secrets\/\S+\.sealed/,
  );
  const path = join(dataDir, "secrets", "root.key.wrapped");
  const file = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...file, installation: "0".repeat(24) }));
  await expect(loadSecrets(dataDir, service())).rejects.toThrow("Vault rejected transit decrypt");
  writeFileSync(path, JSON.stringify({ ...file, version: 2 }));
  await expect(loadSecrets(dataDir, service())).rejects.toThrow(
    "root.key.wrapped in this machine's DATA_DIR is damaged",
  );
  writeFileSync(path, JSON.stringify({ ...file, source: "aws-kms" }));
  await expect(loadSecrets(dataDir, service())).rejects.toThrow(
    "was wrapped by aws-kms, but ROOT_KEY_SOURCE is vault",
  );
  chmodSync(path, 0o644);
  await expect(loadSecrets(dataDir, service())).rejects.toThrow("chmod 600");
});

test("a plain key beside a source that is not a file is refused", async () => {
  secretFile("root.key", dataDir);
  await expect(loadSecrets(dataDir, service())).rejects.toThrow(
    "secrets/root.key in this machine's DATA_DIR is in plain",
  );
  await expect(createSecrets(dataDir, environment)).rejects.toThrow("is in plain");
});

describe("a move", () => {
  test("to a service and back keeps every secret, and leaves none in plain in between", async () => {
    const before = makePlain();
    expect(await moveFromPlain(dataDir, service(), noChecks)).toHaveLength(SECRET_NAMES.length);
    expect(filesOf().filter((name) => name.endsWith(".key"))).toEqual([]);
    expect(await loadSecrets(dataDir, service())).toEqual(before);
    await moveToPlain(dataDir, service(), noChecks);
    expect(readPlainSecrets(dataDir)).toEqual(before);
    expect(filesOf()).toEqual([...SECRET_NAMES].sort());
  });

  test("to the environment requires that ROOT_KEY is the present key", async () => {
    const before = makePlain();
    await expect(moveFromPlain(dataDir, environment, noChecks)).rejects.toThrow(
      "ROOT_KEY does not have the present root.key",
    );
    expect(readPlainSecrets(dataDir)).toEqual(before);
    const root = before.get("root.key") as Buffer;
    const target: SecretSource = { kind: "env", keys: new Map([[1, root]]) };
    await moveFromPlain(dataDir, target, noChecks);
    expect(await loadSecrets(dataDir, target)).toEqual(before);
  });

  test("removes nothing if a check fails or the service refuses, and completes when it is repeated", async () => {
    const before = makePlain();
    const failing = { beforeRemoval: () => Promise.reject(new Error("A row does not open.")) };
    await expect(moveFromPlain(dataDir, service(), failing)).rejects.toThrow("A row does not open.");
    vault.policies.decrypt = false;
    await expect(moveFromPlain(dataDir, service(), noChecks)).rejects.toThrow("policy");
    expect(readPlainSecrets(dataDir)).toEqual(before);
    vault.policies.decrypt = true;
    await moveFromPlain(dataDir, service(), noChecks);
    expect(await loadSecrets(dataDir, service())).toEqual(before);
  });

  test("that was killed while it removed files is completed when it is repeated, with all secrets for the check", async () => {
    const before = makePlain();
    const copies = new Map([...before].filter(([name]) => name === "root.key" || name === "sso.key"));
    await moveFromPlain(dataDir, service(), noChecks);
    for (const [name, secret] of copies)
      writeFileSync(join(dataDir, "secrets", name), secret, { mode: 0o600 });
    let checked: ReadonlyMap<string, Buffer> = new Map();
    const beforeRemoval = async (secrets: ReadonlyMap<string, Buffer>) => {
      checked = secrets;
    };
    await moveFromPlain(dataDir, service(), { beforeRemoval });
    expect(new Map(checked)).toEqual(before);
    expect(await loadSecrets(dataDir, service())).toEqual(before);
  });

  test("leaves no draft of a key in plain, and a start refuses one", async () => {
    makePlain();
    const draft = join(dataDir, "secrets", ".0123456789abcdef");
    writeFileSync(draft, randomBytes(32), { mode: 0o600 });
    await moveFromPlain(dataDir, service(), noChecks);
    expect(filesOf().filter((name) => name.startsWith("."))).toEqual([]);
    writeFileSync(draft, randomBytes(32), { mode: 0o600 });
    await expect(loadSecrets(dataDir, service())).rejects.toThrow(
      "secrets/.0123456789abcdef in this machine's DATA_DIR is a draft of a key in plain",
    );
  });

  test("waits for the end of a rotation", async () => {
    const before = makePlain();
    secretFile("root-2.key", dataDir);
    await expect(moveFromPlain(dataDir, service(), noChecks)).rejects.toThrow("Finish the rotation first");
    expect(filesOf()).toEqual([...before.keys(), "root-2.key"].sort());
    rmSync(join(dataDir, "secrets", "root-2.key"));
    await moveFromPlain(dataDir, service(), noChecks);
    const wrapped = join(dataDir, "secrets", "root.key.wrapped");
    const file = JSON.parse(readFileSync(wrapped, "utf8"));
    const second = JSON.stringify({ ...file, version: 2 });
    writeFileSync(join(dataDir, "secrets", "root-2.key.wrapped"), second, { mode: 0o600 });
    await expect(rewrapRootKeys(dataDir, service(), service())).rejects.toThrow("Finish the rotation first");
  });

  test("does not replace a plain key that differs", async () => {
    await createSecrets(dataDir, service());
    secretFile("sso.key", dataDir);
    await expect(moveToPlain(dataDir, service(), noChecks)).rejects.toThrow("secrets/sso.key exists already");
    expect(filesOf()).toContain("root.key.wrapped");
  });
});

test("a root key that was wrapped again opens after the former versions of the service's key are dropped", async () => {
  await createSecrets(dataDir, service());
  const before = await loadSecrets(dataDir, service());
  vault.rotateKey();
  expect(await rewrapRootKeys(dataDir, service())).toEqual(["root.key"]);
  vault.dropOldVersions();
  expect(await loadSecrets(dataDir, service())).toEqual(before);
});
