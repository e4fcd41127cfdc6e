import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nativeFolder, prepareNative } from "./binaries.mjs";

/** The tests also run as root, whom no folder refuses. */
const refuse = (folder) => (native) => {
  if (native === folder) throw Object.assign(new Error("EROFS"), { code: "EROFS" });
  prepareNative(native);
};

let root;
let native;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-native-"));
  native = join(root, "package", "native");
  const files = {
    "../package.json": '{ "version": "18.4.0" }',
    "bin/initdb": "",
    "bin/pg_ctl": "",
    "bin/postgres": "",
    "lib/libpq.so.5.18": "library",
    "pg-symlinks.json": '[{ "source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5" }]',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(native, file)), { recursive: true });
    writeFileSync(join(native, file), text, { mode: 0o644 });
  }
});
afterEach(() => rmSync(root, { recursive: true }));

it("prepares the package's folder once, and a start uses it", () => {
  prepareNative(native);
  expect(statSync(join(native, "bin", "postgres")).mode & 0o111).toBe(0o111);
  expect(readFileSync(join(native, "lib", "libpq.so.5"), "utf8")).toBe("library");
  expect(nativeFolder(join(root, "data"), native)).toBe(native);
});

it("copies an unprepared package that this user cannot change", () => {
  chmodSync(join(native, "lib"), 0o555);
  const prepare = refuse(native);
  const copy = nativeFolder(join(root, "data"), native, prepare);
  expect(copy).toBe(join(root, "data", "native-18.4.0"));
  expect(statSync(join(copy, "bin", "initdb")).mode & 0o111).toBe(0o111);
  expect(readFileSync(join(copy, "lib", "libpq.so.5"), "utf8")).toBe("library");
  expect(nativeFolder(join(root, "data"), native, prepare)).toBe(copy);
});
