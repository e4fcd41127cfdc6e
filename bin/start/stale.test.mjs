import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isBuilt, sourceHash, stampFile, writeFileList } from "./stale.mjs";

let root;
beforeEach(() => {
  root = mkdtempSync(join(process.env.PARLEY_TEST_FOLDER, "parley-stale-"));
  for (const folder of ["lib/feature", "dist", ".next"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "lib/feature/read.ts"), "one");
  writeFileSync(join(root, "package-lock.json"), "{}");
  writeFileSync(join(root, ".next/BUILD_ID"), "1");
  writeFileSync(stampFile(root), sourceHash(root));
});

test("reuses a build of the same sources, independent of their modification times", () => {
  utimesSync(join(root, "lib/feature/read.ts"), new Date(), new Date());
  expect(isBuilt(root)).toBe(true);
});

test("is stale after a changed, added or renamed source and after a changed lock file", () => {
  const changes = [
    () => writeFileSync(join(root, "lib/feature/read.ts"), "two"),
    () => writeFileSync(join(root, "lib/feature/create.ts"), ""),
    () => renameSync(join(root, "lib/feature/create.ts"), join(root, "lib/feature/make.ts")),
    () => writeFileSync(join(root, "package-lock.json"), "{ }"),
  ];
  for (const change of changes) {
    change();
    expect(isBuilt(root)).toBe(false);
    writeFileSync(stampFile(root), sourceHash(root));
    expect(isBuilt(root)).toBe(true);
  }
});

test("ignores tests and generated files", () => {
  writeFileSync(join(root, "lib/feature/read.test.ts"), "x");
  writeFileSync(join(root, "lib/feature/routes.gen.ts"), "x");
  expect(isBuilt(root)).toBe(true);
});

test("is stale if the built pages are missing", () => {
  renameSync(join(root, ".next/BUILD_ID"), join(root, ".next/gone"));
  expect(isBuilt(root)).toBe(false);
});

test("is stale if a file of the build is missing", () => {
  mkdirSync(join(root, ".next/server"));
  for (const file of ["dist/server.js", ".next/server/page.js", ".next/server/page.js.map"])
    writeFileSync(join(root, file), "");
  writeFileList(root, ["server"]);
  rmSync(join(root, ".next/server/page.js.map"));
  expect(isBuilt(root)).toBe(true);
  for (const file of ["dist/server.js", ".next/server/page.js"]) {
    rmSync(join(root, file));
    expect(isBuilt(root)).toBe(false);
    writeFileSync(join(root, file), "");
    expect(isBuilt(root)).toBe(true);
  }
});
