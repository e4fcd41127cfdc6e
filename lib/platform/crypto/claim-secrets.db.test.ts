import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import {
  acceptSecrets,
  adoptSecrets,
  checkSecrets,
  claimSecrets,
  readSecretStates,
  refreshRootKeys,
} from "./claim-secrets";
import { fingerprintOf } from "./fingerprint";
import { activateNextRootKey, readRotation } from "./rotate-root-key";
import { secretFile } from "./secret-file";
import { SECRET_NAMES } from "./secret-names";
import { reloadSecrets, rootKeys } from "./secret-store";

let admin: pg.Client;
const machines: string[] = [];
const machine = (): string => {
  const dataDir = mkdtempSync(join(tmpdir(), "machine-"));
  machines.push(dataDir);
  return dataDir;
};
const secretsOf = (dataDir: string): string[] => readdirSync(join(dataDir, "secrets")).sort();

beforeAll(async () => {
  admin = await adminOfThisDatabase();
});
beforeEach(() => admin.query("delete from secret_fingerprints"));
afterEach(() => {
  for (const dataDir of machines.splice(0)) rmSync(dataDir, { recursive: true });
});
afterAll(() => admin.end());

test("creates all key files of a new installation, and stores no key", async () => {
  const first = machine();
  await claimSecrets(first);
  const names = secretsOf(first);
  expect(names).toContain("root.key");
  const { rows } = await admin.query<{ name: string; fingerprint: string }>(
    "select name, fingerprint from secret_fingerprints order by name",
  );
  expect(rows.map(({ name }) => name)).toEqual(names);
  for (const { name, fingerprint } of rows) {
    const secret = readFileSync(join(first, "secrets", name));
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprint).not.toContain(secret.toString("hex"));
  }
  await claimSecrets(first);
  await checkSecrets(first);
});

test("of two machines that start at once with an empty database, one succeeds, and the other one says what to copy", async () => {
  const [first, second] = [machine(), machine()];
  const results = await Promise.allSettled([claimSecrets(first), claimSecrets(second)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [winner, loser] = results[0]?.status === "fulfilled" ? [first, second] : [second, first];
  const message = await checkSecrets(loser).catch((error: Error) => error.message);
  expect(message).toMatch(/^secrets\/\S+\.key in .* belongs to another installation\. Copy it from/);
  expect(message).not.toContain("\n");
  cpSync(join(winner, "secrets"), join(loser, "secrets"), { recursive: true });
  await checkSecrets(loser);
});

test("a machine without the key files is told so, and creates none", async () => {
  await claimSecrets(machine());
  const secondMachine = machine();
  await expect(checkSecrets(secondMachine)).rejects.toThrow("is missing. Copy it from");
  expect(readdirSync(secondMachine)).toEqual([]);
});

test("a file that differs is named", async () => {
  const first = machine();
  await claimSecrets(first);
  rmSync(join(first, "secrets", "sso.key"));
  secretFile("sso.key", first);
  await expect(checkSecrets(first)).rejects.toThrow("secrets/sso.key in this machine's DATA_DIR belongs to");
});

test("the server of an earlier version's database adopts its files, and creates those that were not used yet", async () => {
  const server = machine();
  secretFile("root.key", server);
  secretFile("session.key", server);
  expect(await checkSecrets(server)).toBe(0);
  await adoptSecrets(server);
  expect(await checkSecrets(server)).toBe(SECRET_NAMES.length);
  expect(secretsOf(server)).toEqual([...SECRET_NAMES].sort());
  const gateway = machine();
  secretFile("session.key", gateway);
  await adoptSecrets(gateway);
  expect(await readSecretStates(gateway)).toEqual(
    SECRET_NAMES.map((name) => ({ name, state: name === "session.key" ? "different" : "missing" })),
  );
  await checkSecrets(server);
});

test("an operator accepts replaced files", async () => {
  const replaced = machine();
  await claimSecrets(machine());
  secretFile("root.key", replaced);
  await expect(checkSecrets(replaced)).rejects.toThrow("root.key");
  await acceptSecrets(replaced);
  expect(await readSecretStates(replaced)).toEqual([{ name: "root.key", state: "same" }]);
});

const setFingerprint = (name: string, fingerprint: string) =>
  admin.query(
    "insert into secret_fingerprints (name, fingerprint) values ($1, $2) on conflict (name) do update set fingerprint = $2",
    [name, fingerprint],
  );

test("a root key seals only if it is the key of the database, not by the name of its file", async () => {
  await claimSecrets();
  const next = secretFile("root-2.key");
  try {
    await setFingerprint("root-2.key", fingerprintOf(Buffer.alloc(32, 1)));
    await refreshRootKeys();
    expect([[...rootKeys().keys.keys()], rootKeys().sealing]).toEqual([[1, 2], 1]);
    await expect(checkSecrets()).rejects.toThrow("secrets/root-2.key");

    const rotation = await readRotation();
    expect(rotation).toEqual({ former: 1, next: 2, isActive: false });
    await expect(activateNextRootKey({ former: 1, next: 2, isActive: false })).rejects.toThrow(
      /^secrets\/root-2\.key of this machine is not the key of the database\./,
    );
    expect(rootKeys().sealing).toBe(1);

    await setFingerprint("root-2.key", fingerprintOf(next));
    await refreshRootKeys();
    expect(rootKeys().sealing).toBe(2);
    expect(await readRotation()).toMatchObject({ isActive: true });
  } finally {
    rmSync(join(env.DATA_DIR, "secrets", "root-2.key"));
    await admin.query("delete from secret_fingerprints");
    await refreshRootKeys();
    await reloadSecrets();
  }
});

test("a server that still has the former root key does not register it again after a rotation", async () => {
  const server = machine();
  secretFile("root.key", server);
  await setFingerprint("root-2.key", fingerprintOf(secretFile("root-2.key", server)));
  await adoptSecrets(server);
  const { rows } = await admin.query<{ name: string }>("select name from secret_fingerprints order by name");
  expect(rows.map(({ name }) => name)).toEqual(
    ["root-2.key", ...SECRET_NAMES.filter((name) => name !== "root.key")].sort(),
  );
});
