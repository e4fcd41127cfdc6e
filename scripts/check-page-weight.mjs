// Fails if the scripts that a page's first visit loads exceed the page's limit, by the manifests of the last build
// (docs/decisions/0081-scripts-of-a-first-visit.md).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const KB = 1_000;
/** Limit of a page in kB after gzip, React and Next included. */
const MAX_KB = 250;
const MANIFEST = "page_client-reference-manifest.js";

/** Lists the manifests of pages below a folder. */
const listManifests = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name === MANIFEST)
    .map(({ parentPath }) => join(parentPath, MANIFEST));

/** Reads the scripts that a manifest names. The file is a script that assigns to a global. */
function readScripts(file) {
  const global = {};
  new Function("globalThis", readFileSync(file, "utf8"))(global);
  const [{ entryJSFiles }] = Object.values(global.__RSC_MANIFEST);
  return Object.values(entryJSFiles).flat();
}

/** Weighs each page of a build (`.next`): `{ page, bytes }`, the sum of its scripts after gzip. */
export function weighPages(build) {
  const sizes = new Map();
  const sizeOf = (script) => {
    const file = join(build, script);
    if (!sizes.has(script)) sizes.set(script, existsSync(file) ? gzipSync(readFileSync(file)).length : 0);
    return sizes.get(script);
  };
  const { rootMainFiles } = JSON.parse(readFileSync(join(build, "build-manifest.json"), "utf8"));
  const app = join(build, "server", "app");
  return listManifests(app).map((file) => ({
    page: relative(app, join(file, "..")).replace("w/[workspace]/[environment]", "w") || "/",
    bytes: [...new Set([...rootMainFiles, ...readScripts(file)])].reduce(
      (sum, script) => sum + sizeOf(script),
      0,
    ),
  }));
}

/** Reports the pages above the limit. */
export const findExcess = (pages) =>
  pages
    .filter(({ bytes }) => bytes > MAX_KB * KB)
    .map(
      ({ page, bytes }) =>
        `${page}: ${Math.ceil(bytes / KB)} kB, and ${MAX_KB} are allowed. Load what a click opens on request.`,
    );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pages = weighPages(join(import.meta.dirname, "..", ".next"));
  const excess = findExcess(pages);
  for (const { page, bytes } of pages.sort((a, b) => a.bytes - b.bytes))
    process.stdout.write(`${String(Math.round(bytes / KB)).padStart(5)} kB  ${page}\n`);
  process.stdout.write(`${pages.length} pages, ${excess.length} faults.\n${excess.join("\n")}\n`);
  process.exitCode = excess.length === 0 && pages.length > 0 ? 0 : 1;
}
