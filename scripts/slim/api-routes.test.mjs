import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { dropApiRoutes } from "./api-routes.mjs";

let root;
const write = (file, text = "") => {
  mkdirSync(dirname(join(root, ".next/server", file)), { recursive: true });
  writeFileSync(join(root, ".next/server", file), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-routes-"));
});
afterEach(() => rmSync(root, { recursive: true }));

it("drops the API's routes and the chunks that they alone lead to", () => {
  const routes = { "/calls/page": "app/calls/page.js", "/v1/calls/route": "app/v1/calls/route.js" };
  write("app-paths-manifest.json", JSON.stringify(routes));
  write("app/calls/page.js", 'R.c("server/chunks/ssr/page.js")\nR.c("server/chunks/[shared]__a._.js")');
  write("app/v1/calls/route.js", 'R.c("server/chunks/[shared]__a._.js")\nR.c("server/chunks/route.js")');
  write("app/v1/calls/route.js.nft.json", '["../../../chunks/route.js"]');
  write("chunks/ssr/page.js", 'load("server/chunks/later.js")');
  write("chunks/[shared]__a._.js");
  write("chunks/later.js");
  write("chunks/route.js", 'load("server/chunks/deep.js")');
  write("chunks/deep.js");
  expect(dropApiRoutes(root).sort()).toEqual(
    ["app/v1", "chunks/deep.js", "chunks/route.js"].map((path) => join(".next", "server", path)),
  );
  const manifest = JSON.parse(readFileSync(join(root, ".next/server/app-paths-manifest.json"), "utf8"));
  expect(Object.keys(manifest)).toEqual(["/calls/page"]);
});
