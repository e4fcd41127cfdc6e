import { mkdirSync, mkdtempSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isBuilt, sourceHash, stampFile } from "./stale.mjs";

let root;
beforeEach(() => {
  root = mkdtempSync(join(process.env.PARLEY_TEST_FOLDER, "parley-stale-"));
  for (const folder of ["lib/room", "dist", ".next"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "lib/room/read.ts"), "one");
  writeFileSync(join(root, "package-lock.json"), "{}");
  writeFileSync(join(root, ".next/BUILD_ID"), "1");
  writeFileSync(stampFile(root), sourceHash(root));
});

test("a build of these sources is used again, whatever their dates say", () => {
  utimesSync(join(root, "lib/room/read.ts"), new Date(), new Date());
  expect(isBuilt(root)).toBe(true);
});

test("a changed, added or renamed source and a changed lock make it stale", () => {
  const changes = [
    () => writeFileSync(join(root, "lib/room/read.ts"), "two"),
    () => writeFileSync(join(root, "lib/room/create.ts"), ""),
    () => renameSync(join(root, "lib/room/create.ts"), join(root, "lib/room/make.ts")),
    () => writeFileSync(join(root, "package-lock.json"), "{ }"),
  ];
  for (const change of changes) {
    change();
    expect(isBuilt(root)).toBe(false);
    writeFileSync(stampFile(root), sourceHash(root));
    expect(isBuilt(root)).toBe(true);
  }
});

test("a test or a generated file changes nothing", () => {
  writeFileSync(join(root, "lib/room/read.test.ts"), "x");
  writeFileSync(join(root, "lib/room/routes.gen.ts"), "x");
  expect(isBuilt(root)).toBe(true);
});

test("a build whose pages are gone is no build", () => {
  renameSync(join(root, ".next/BUILD_ID"), join(root, ".next/gone"));
  expect(isBuilt(root)).toBe(false);
});
