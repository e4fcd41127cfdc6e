// Generates the OpenAPI document from the routes:  npm run openapi            (docs/openapi.json)
// Fails if the document is not current or the linter finds errors:  npm run openapi -- --check
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nameSchemas, openApiDocument } from "@/lib/http/openapi";
import { routes } from "@/lib/http/routes.gen";

const root = join(import.meta.dirname, "..");
const file = join(root, "docs", "openapi.json");

/** The exports of every schema.ts in lib. */
async function schemaModules(): Promise<Record<string, unknown>[]> {
  const files = readdirSync(join(root, "lib"), { recursive: true })
    .map(String)
    .filter((path) => /(^|\/)schema\.ts$/.test(path));
  return Promise.all(files.sort().map((path) => import(join(root, "lib", path))));
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

nameSchemas(await schemaModules());
const text = `${JSON.stringify(openApiDocument(routes), null, 2)}\n`;
if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text) {
  process.stderr.write("docs/openapi.json is not current. Run: npm run openapi\n");
  process.exitCode = 1;
}
if (!lint()) process.exitCode = 1;
