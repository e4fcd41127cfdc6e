import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { secretFile } from "./secret-file";

const folder = () => mkdtempSync(join(tmpdir(), "parley-secret-"));

test("creates a secret once, readable by its owner only, and returns the same one later", () => {
  const dir = folder();
  const secret = secretFile("root.key", dir);
  expect(secret).toHaveLength(32);
  expect(secretFile("root.key", dir).equals(secret)).toBe(true);
  expect(secretFile("other.key", dir).equals(secret)).toBe(false);
  expect(statSync(join(dir, "secrets")).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, "secrets", "root.key")).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dir, "secrets")).sort()).toEqual(["other.key", "root.key"]);
});

test("rejects a secret that others can read or of the wrong length, and names the remedy", () => {
  const dir = folder();
  const file = join(dir, "secrets", "root.key");
  secretFile("root.key", dir);
  chmodSync(file, 0o640);
  expect(() => secretFile("root.key", dir)).toThrow(/can be read by others \(mode 640\).*chmod 600/);
  chmodSync(file, 0o600);
  chmodSync(join(dir, "secrets"), 0o755);
  expect(() => secretFile("root.key", dir)).toThrow(/chmod 700/);
  chmodSync(join(dir, "secrets"), 0o700);
  truncateSync(file, 31);
  expect(() => secretFile("root.key", dir)).toThrow(/exactly 32 bytes and holds 31/);
  writeFileSync(file, "");
  expect(() => secretFile("root.key", dir)).toThrow(/holds 0/);
});

test("processes that create a secret concurrently get the same one", async () => {
  const dir = folder();
  const root = join(import.meta.dirname, "..", "..", "..");
  // Below node_modules, since the bundle imports its packages from there.
  const built = join(root, "node_modules", ".cache", `parley-test-secret-${process.pid}.mjs`);
  await build({
    stdin: {
      contents: `import { secretFile } from "./secret-file"; process.stdout.write(secretFile("root.key").toString("hex"));`,
      resolveDir: import.meta.dirname,
    },
    outfile: built,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    tsconfig: join(root, "tsconfig.json"),
    logLevel: "silent",
  });
  const createInProcess = () =>
    new Promise<string>((done, fail) => {
      const child = spawn(process.execPath, [built], {
        env: { ...process.env, DATA_DIR: dir },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      let errorOutput = "";
      child.stdout.on("data", (chunk) => {
        output += chunk;
      });
      child.stderr.on("data", (chunk) => {
        errorOutput += chunk;
      });
      child.on("close", (code) => (code === 0 ? done(output) : fail(new Error(errorOutput))));
    });
  try {
    const secrets = await Promise.all([
      createInProcess(),
      createInProcess(),
      createInProcess(),
      createInProcess(),
    ]);
    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(secrets).size).toBe(1);
    expect(secretFile("root.key", dir).toString("hex")).toBe(secrets[0]);
  } finally {
    rmSync(built, { force: true });
  }
});
