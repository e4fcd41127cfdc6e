import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { secretFile } from "./secret-file";
import { reloadSecrets, requireSecret, rootKeys } from "./secret-store";

const folder = join(env.DATA_DIR, "secrets");
const away = `${folder}-away`;
beforeEach(async () => {
  secretFile("root.key");
  secretFile("sso.key");
  await reloadSecrets();
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  renameSync(away, folder);
  await reloadSecrets();
});

test("a process whose folder of secrets is missing for a moment continues with its keys, and creates none", async () => {
  const [root, sso] = [rootKeys().keys.get(1), requireSecret("sso.key")];
  renameSync(folder, away);
  await reloadSecrets();
  expect(
    rootKeys()
      .keys.get(1)
      ?.equals(root as Buffer),
  ).toBe(true);
  expect(requireSecret("sso.key").equals(sso)).toBe(true);
  expect(() => requireSecret("missing.key")).toThrow(
    "secrets/missing.key in this machine's DATA_DIR is missing",
  );
  expect(readdirSync(env.DATA_DIR)).not.toContain("secrets");
});

test("a process continues with its keys after a move, and with another key in the file", async () => {
  const root = rootKeys().keys.get(1) as Buffer;
  renameSync(folder, away);
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, "root.key.wrapped"), "{}", { mode: 0o600 });
  await reloadSecrets();
  expect(rootKeys().keys.get(1)?.equals(root)).toBe(true);
  expect(readdirSync(folder)).toEqual(["root.key.wrapped"]);
  secretFile("root.key");
  await reloadSecrets();
  expect(rootKeys().keys.get(1)?.equals(root)).toBe(true);
});
