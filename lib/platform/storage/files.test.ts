import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fileStorage } from "./files";
import type { Storage } from "./port";

let root: string;
let store: Storage;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "storage-"));
  store = fileStorage(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("keeps whole chunks for their owner alone, replaces them, and leaves nothing else behind", async () => {
  await store.put("ab/cd/1", Buffer.from("one"));
  await store.put("ab/cd/1", Buffer.from("two"));
  expect((await store.read("ab/cd/1"))?.toString()).toBe("two");
  expect(await readdir(join(root, "ab", "cd"))).toEqual(["1"]);
  expect((await stat(join(root, "ab", "cd", "1"))).mode & 0o077).toBe(0);
});

test("removes all of a folder, and of no other; what is not there is no error", async () => {
  await store.put("ab/cd/1", Buffer.from("one"));
  await store.put("ab/ce/1", Buffer.from("other"));
  await store.removeAll("ab/cd");
  await store.removeAll("ab/cd");
  expect(await store.read("ab/cd/1")).toBeNull();
  expect((await store.read("ab/ce/1"))?.toString()).toBe("other");
});

test.each(["../x", "a/../b", "/etc/passwd", "", "a//b", "A", ".a"])("refuses the name %j", async (name) => {
  await expect(store.put(name, Buffer.alloc(1))).rejects.toThrow();
  await expect(store.read(name)).rejects.toThrow();
  expect(() => store.removeAll(name)).toThrow();
});
