import { expect, test } from "vitest";
import { repair, resolvePackage } from "./lock.mjs";

const lock = {
  lockfileVersion: 3,
  packages: {
    "": { dependencies: { a: "1.0.0" } },
    "node_modules/a": {
      version: "1.0.0",
      resolved: "https://registry.example.internal/a.tgz",
      optionalDependencies: {
        "@a/linux-x64-musl": "1.0.0",
        "@a/win32-arm64": "1.0.0",
        "@a/linux-x64-gnu": "1.0.0",
      },
    },
    "node_modules/@a/linux-x64-gnu": { version: "1.0.0", integrity: "sha512-x", optional: true },
  },
};

test("each optional package that the lock names has an entry, restricted to its platform", () => {
  const { lock: whole, added } = repair(lock);
  expect(added).toEqual(["@a/linux-x64-musl@1.0.0", "@a/win32-arm64@1.0.0"]);
  expect(whole.packages["node_modules/@a/linux-x64-musl"]).toEqual({
    version: "1.0.0",
    cpu: ["x64"],
    libc: ["musl"],
    optional: true,
    os: ["linux"],
  });
  expect(whole.packages["node_modules/@a/win32-arm64"]).toEqual({
    version: "1.0.0",
    cpu: ["arm64"],
    optional: true,
    os: ["win32"],
  });
  expect(whole.packages["node_modules/@a/linux-x64-gnu"]).toEqual(
    lock.packages["node_modules/@a/linux-x64-gnu"],
  );
});

test("the lock names no registry", () => {
  expect(JSON.stringify(repair(lock).lock)).not.toContain("registry.example.internal");
});

test("a repaired lock needs no repair", () => {
  expect(repair(repair(lock).lock).added).toEqual([]);
});

test("a range is refused, as its version cannot be known", () => {
  const ranged = { packages: { "node_modules/a": { optionalDependencies: { b: "^1.0.0" } } } };
  expect(() => repair(ranged)).toThrow("b@^1.0.0");
});

test("resolves a package like Node: next to its dependent, then in parent folders", () => {
  const packages = { "node_modules/a/node_modules/b": {}, "node_modules/c": {} };
  expect(resolvePackage(packages, "node_modules/a", "b")).toBe("node_modules/a/node_modules/b");
  expect(resolvePackage(packages, "node_modules/a", "c")).toBe("node_modules/c");
  expect(resolvePackage(packages, "node_modules/d", "b")).toBeUndefined();
});
