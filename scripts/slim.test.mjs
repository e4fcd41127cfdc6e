import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { canStart, isInstalled, lockHash, MARK, SLIM } from "../bin/start/install.mjs";
import { PREBUILT } from "../bin/start/prebuilt.mjs";
import { isBuilt, sourceHash } from "../bin/start/stale.mjs";
import { compilers, otherPlatforms, unusedOutput } from "./slim.mjs";

let root;
const write = (file, text = "") => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-slim-"));
});
afterEach(() => rmSync(root, { recursive: true }));

it("removes the libraries of other platforms, and keeps those of this one", () => {
  const bin = "node_modules/onnxruntime-node/bin/napi-v6";
  for (const platform of ["darwin/arm64", "linux/arm64", "linux/x64", "win32/arm64", "win32/x64"])
    write(`${bin}/${platform}/onnxruntime_binding.node`);
  const codecs = "node_modules/@evan/opus/node";
  for (const name of ["arm64-linux.node", "index.js", "x64-linux.node"]) write(`${codecs}/${name}`);
  expect(otherPlatforms(root, { platform: "linux", arch: "x64" }).sort()).toEqual(
    [`${codecs}/arm64-linux.node`, ...["darwin", "linux/arm64", "win32"].map((name) => `${bin}/${name}`)].map(
      (path) => join(path),
    ),
  );
});

it("removes the compilers of Next, and the source maps and file lists of the server alone", () => {
  write("node_modules/@next/env/index.js");
  write("node_modules/@next/swc-linux-x64-gnu/next-swc.node");
  write("node_modules/@next/swc-linux-x64-musl/next-swc.node");
  write(".next/server/chunks/page.js.map");
  write(".next/server/app/page.js.nft.json");
  write(".next/server/chunks/page.js");
  write(".next/static/chunks/page.js.map");
  write("dist/server.js.map");
  expect(compilers(root).sort()).toEqual(
    ["swc-linux-x64-gnu", "swc-linux-x64-musl"].map((name) => join("node_modules", "@next", name)),
  );
  expect(unusedOutput(root).sort()).toEqual(
    [".next/server/app/page.js.nft.json", ".next/server/chunks/page.js.map", "dist/server.js.map"].map(
      (file) => join(file),
    ),
  );
});

it("leaves a copy that starts until its sources change, and that builds and tests nothing", () => {
  write("package-lock.json", "{}");
  write("lib/a.ts", "1");
  write(".next/BUILD_ID", "1");
  write("dist/.stamp", `${sourceHash(root)}\n`);
  write(MARK, `${lockHash(root)} ${SLIM}\n`);
  expect([canStart(root), isInstalled(root)]).toEqual([true, false]);
  write("lib/a.ts", "2");
  expect([canStart(root), isInstalled(root)]).toEqual([false, false]);
  write(MARK, `${lockHash(root)}\n`);
  expect([canStart(root), isInstalled(root)]).toEqual([true, true]);
});

it("leaves a prebuilt copy that neither installs nor builds, also without sources and marks", () => {
  write("package-lock.json", "{}");
  write(".next/BUILD_ID", "1");
  write("dist/.stamp", "the hash of other sources");
  expect([canStart(root), isBuilt(root)]).toEqual([false, false]);
  write(PREBUILT);
  expect([canStart(root), isBuilt(root), isInstalled(root)]).toEqual([true, true, false]);
});
