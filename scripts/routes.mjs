// Generates the route tables from the files in app/v1, which are the only list of routes.
//   node scripts/routes.mjs            writes changed tables
//   node scripts/routes.mjs --check    fails if a committed table is not current
// lib/http/routes.gen.ts has the handlers, for the server. lib/http/paths.gen.ts has only paths and methods, for code that
// must not load the handlers. components/api-routes.gen.ts has only types, for the dashboard's client.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(import.meta.dirname, "..");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const EXPORTED = /^export const ([A-Z]+) = (?:route|signedRoute|guestRoute|staffRoute)\(/gm;
const NOTICE = "// Written by scripts/routes.mjs from app/v1.";

/** `keys/[id]/rotate/route.ts` → `/v1/keys/:id/rotate`. Throws for a folder that is neither a plain name nor `[name]`. */
export function pathOf(file) {
  const segments = file.split(/[\\/]/).slice(0, -1);
  return ["/v1", ...segments.map((segment) => segmentOf(segment, file))].join("/");
}

function segmentOf(segment, file) {
  const parameter = /^\[([a-z][a-z0-9_]*)\]$/.exec(segment)?.[1];
  if (parameter) return `:${parameter}`;
  if (/^[a-z0-9][a-z0-9._-]*$/.test(segment)) return segment;
  throw new Error(`app/v1/${file}: name the folder in lower case, or [name] for a parameter.`);
}

/** The methods that a route's source exports, in the order of METHODS. Throws if it has none or an unknown one. */
export function methodsOf(source, file) {
  const exported = [...source.matchAll(EXPORTED)].map(([, name]) => name);
  const unknown = exported.find((name) => !METHODS.includes(name));
  if (exported.length === 0 || unknown)
    throw new Error(`app/v1/${file}: export each method as \`export const GET = route(…)\`.`);
  return METHODS.filter((method) => exported.includes(method));
}

/** Every route: `{ file, path, methods }`, sorted by path. */
function walk(folder) {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  return files
    .filter((file) => /(^|[\\/])route\.ts$/.test(file))
    .map((file) => file.replaceAll("\\", "/"))
    .map((file) => ({
      file,
      path: pathOf(file),
      methods: methodsOf(readFileSync(join(folder, file), "utf8"), file),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The text of both tables, by the file they belong in. */
export function tables(routes) {
  const handlers = [
    NOTICE,
    ...routes.map(({ file }, i) => `import * as r${i} from "@/app/v1/${file.replace(/\.ts$/, "")}";`),
    'import type { RouteTable } from "./api-listener";',
    "",
    "export const routes: RouteTable = [",
    ...routes.map(({ path }, i) => `  ["${path}", r${i}],`),
    "];",
    "",
  ];
  const paths = [
    NOTICE,
    'import type { PathTable } from "./paths";',
    "",
    "export const paths: PathTable = [",
    ...routes.map(({ path, methods }) => `  ["${path}", ${JSON.stringify(methods).replaceAll(",", ", ")}],`),
    "];",
    "",
  ];
  const types = [
    NOTICE,
    "/** The modules of the routes by path, for their types alone: the dashboard's client is typed from them. */",
    "export type ApiRoutes = {",
    ...routes.map(({ file, path }) => `  "${path}": typeof import("@/app/v1/${file.replace(/\.ts$/, "")}");`),
    "};",
    "",
  ];
  return {
    [join("components", "api-routes.gen.ts")]: types.join("\n"),
    [join("lib", "http", "routes.gen.ts")]: handlers.join("\n"),
    [join("lib", "http", "paths.gen.ts")]: paths.join("\n"),
  };
}

/** The tables whose committed file differs from the tree. */
function findStaleTables() {
  return Object.entries(tables(walk(join(root, "app", "v1")))).filter(([file, text]) => {
    const path = join(root, file);
    return !existsSync(path) || readFileSync(path, "utf8") !== text;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const changed = findStaleTables();
    if (!process.argv.includes("--check")) {
      for (const [file, text] of changed) writeFileSync(join(root, file), text);
    } else if (changed.length > 0) {
      throw new Error(`${changed.map(([file]) => file).join(", ")}: run node scripts/routes.mjs.`);
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
