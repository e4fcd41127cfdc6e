import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { findExcess, weighPages } from "./check-page-weight.mjs";

/** A build with one page, as Next 16 writes it. */
function writeBuild(scripts) {
  const build = mkdtempSync(join(tmpdir(), "page-weight-"));
  const page = join(build, "server", "app", "w", "[workspace]", "[environment]", "calls");
  mkdirSync(page, { recursive: true });
  mkdirSync(join(build, "static"));
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(build, "static", name), text);
  writeFileSync(join(build, "build-manifest.json"), JSON.stringify({ rootMainFiles: ["static/main.js"] }));
  const manifest = {
    entryJSFiles: { layout: ["static/shared.js"], page: ["static/shared.js", "static/page.js"] },
  };
  writeFileSync(
    join(page, "page_client-reference-manifest.js"),
    `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};
globalThis.__RSC_MANIFEST["/w/[workspace]/[environment]/calls/page"] = ${JSON.stringify(manifest)};`,
  );
  return build;
}

test("a page weighs the framework's scripts and its own, each once", () => {
  const scripts = { "main.js": "a".repeat(9_000), "shared.js": "shared", "page.js": "page" };
  const bytes = Object.values(scripts).reduce((sum, text) => sum + gzipSync(text).length, 0);
  expect(weighPages(writeBuild(scripts))).toEqual([{ page: "w/calls", bytes }]);
});

test("a page above the limit fails", () => {
  const pages = [
    { page: "w/calls", bytes: 250_001 },
    { page: "w/contacts", bytes: 250_000 },
  ];
  expect(findExcess(pages)).toEqual([
    "w/calls: 251 kB, and 250 are allowed. Load what a click opens on request.",
  ]);
});
