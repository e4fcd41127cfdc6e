// The build compiles every route of the API for the pages' process, where no request reaches it: the server, the only client of
// that process, answers `/v1` itself. The pages' process loads all compiled routes when it starts.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SERVER = join(".next", "server");
const CHUNKS = join(SERVER, "chunks");
const API = join(SERVER, "app", "v1");
/** The routes and pages that the pages' process loads, by their names. */
const ROUTES = join(SERVER, "app-paths-manifest.json");
const API_ROUTE = /^\/v1\//;
/** How compiled code and manifests name a chunk. */
const CHUNK = /chunks\/([^"'`\s\\]+\.js)\b/g;
const LISTS_FILES = /\.nft\.json$/;

const filesIn = (root, folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    : [];

const chunksNamedIn = (root, file) =>
  [...readFileSync(join(root, file), "utf8").matchAll(CHUNK)].map(([, name]) => join(CHUNKS, name));

/** Chunks that no file but a route of the API leads to, relative to `root`. */
function unusedChunks(root) {
  const chunks = new Set(filesIn(root, CHUNKS).filter((file) => file.endsWith(".js")));
  const isEntry = (file) =>
    !chunks.has(file) && !file.startsWith(API) && /\.js(?:on)?$/.test(file) && !LISTS_FILES.test(file);
  const pending = filesIn(root, SERVER).filter(isEntry);
  for (let file = pending.pop(); file !== undefined; file = pending.pop())
    for (const chunk of chunksNamedIn(root, file)) if (chunks.delete(chunk)) pending.push(chunk);
  return [...chunks];
}

/** Removes the API's routes from the list of routes. Returns the files that nothing reads then, relative to `root`. */
export function dropApiRoutes(root) {
  if (!existsSync(join(root, ROUTES))) return [];
  const routes = Object.entries(JSON.parse(readFileSync(join(root, ROUTES), "utf8")));
  const pages = Object.fromEntries(routes.filter(([name]) => !API_ROUTE.test(name)));
  // A new file, as another copy of the folder can share the former one.
  rmSync(join(root, ROUTES));
  writeFileSync(join(root, ROUTES), JSON.stringify(pages, null, 2));
  return existsSync(join(root, API)) ? [API, ...unusedChunks(root)] : [];
}
