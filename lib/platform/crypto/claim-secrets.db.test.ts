import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { acceptSecrets, adoptSecrets, checkSecrets, claimSecrets, readSecretStates } from "./claim-secrets";
import { secretFile } from "./secret-file";

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

test("the server of an earlier version's database adopts the files that it has, and no other ones", async () => {
  const server = machine();
  secretFile("root.key", server);
  secretFile("session.key", server);
  expect(await checkSecrets(server)).toBe(0);
  await adoptSecrets(server);
  expect(await checkSecrets(server)).toBe(2);
  expect(secretsOf(server)).toEqual(["root.key", "session.key"]);
  const gateway = machine();
  secretFile("session.key", gateway);
  await adoptSecrets(gateway);
  expect(await readSecretStates(gateway)).toEqual([
    { name: "root.key", state: "missing" },
    { name: "session.key", state: "different" },
  ]);
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
