import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeFolder } from "./make-folder.mjs";

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-folder-"));
});
afterEach(() => rmSync(root, { recursive: true }));

it("creates a folder and its parents for their owner, and accepts an existing folder", () => {
  const path = join(root, "a", "b");
  makeFolder(path);
  makeFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(root, "a")).mode & 0o777).toBe(0o700);
});

it("throws where a file is in the way", () => {
  writeFileSync(join(root, "file"), "");
  expect(() => makeFolder(join(root, "file"))).toThrow("EEXIST");
  expect(() => makeFolder(join(root, "file", "a"))).toThrow();
});

it.runIf(process.platform === "linux")("throws at once where no folder can be created", () => {
  expect(() => makeFolder("/proc/parley")).toThrow("ENOENT");
  expect(() => makeFolder("/proc/parley/data")).toThrow("ENOENT");
});
