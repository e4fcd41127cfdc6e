// Generates the OpenAPI document from the routes:  npm run openapi            (docs/openapi.json)
// Fails if the document is not current or the linter finds errors:  npm run openapi -- --check
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { nameSchemas, openApiDocument } from "@/lib/http/openapi";
import { routes } from "@/lib/http/routes.gen";
import { CommentReader } from "./openapi/read-comments";

const root = join(import.meta.dirname, "..");
const file = join(root, "docs", "openapi.json");

/** Every schema.ts in lib, as a path of the repository. */
const schemaFiles = readdirSync(join(root, "lib"), { recursive: true })
  .map((path) => `lib/${String(path).replaceAll(sep, "/")}`)
  .filter((path) => path.endsWith("/schema.ts"))
  .sort();

/** The exports of every schema.ts. */
const schemaModules: Record<string, unknown>[] = await Promise.all(
  schemaFiles.map((path) => import(join(root, path))),
);

const reader = new CommentReader(root);

/** The comments of the fields of an exported schema. */
function commentsOf(name: string) {
  const file = schemaFiles.find((_, index) => name in (schemaModules[index] ?? {}));
  return file === undefined ? new Map() : reader.commentsOf(file, name);
}

function lint(): boolean {
  // Disables network requests for statistics and for the newest version.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "openapi:lint"], {
    cwd: root,
    env,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`);
  return status === 0;
}

nameSchemas(schemaModules);
const text = `${JSON.stringify(openApiDocument(routes, commentsOf), null, 2)}\n`;
if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text) {
  process.stderr.write("docs/openapi.json is not current. Run: npm run openapi\n");
  process.exitCode = 1;
}
if (!lint()) process.exitCode = 1;
