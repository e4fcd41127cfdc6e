import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Runs before any module of the product is loaded: `lib/platform/env.ts` reads the environment once, at its import.
const folder = process.env.PARLEY_TEST_FOLDER;
if (folder === undefined) throw new Error("test/folder.global.ts has not run.");

// A developer's own settings must not reach a test, nor a test their data.
const example = readFileSync(join(import.meta.dirname, "..", ".env.example"), "utf8");
const named = new Set([...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name));
for (const name of Object.keys(process.env)) {
  if (name === "LOG_LEVEL" || name === "NODE_ENV") continue;
  if (named.has(name) || /^PARLEY_(?!TEST_)/.test(name)) delete process.env[name];
}
// Not named by the process's number, which the system gives to another process of the same run later.
process.env.DATA_DIR = mkdtempSync(join(folder, "data-"));
// As after a start, which alone creates key files.
const secrets = join(process.env.DATA_DIR, "secrets");
mkdirSync(secrets, { mode: 0o700 });
for (const name of ["root", "session", "sso", "receipt-signing", "audit-signing"])
  writeFileSync(join(secrets, `${name}.key`), randomBytes(32), { mode: 0o600 });
process.env.LOG_LEVEL ??= "silent";
process.env.TZ = "UTC";
