// Writes a migration from what changed in prisma/schema.prisma and prisma/sql since the committed migrations:
//   npm run migration -- <name>            (lower case and underscores)
//   npm run migration -- <name> --empty    (nothing changed in the schema: a file for statements that change data)
// It applies the committed migrations to one database and the definitions to another, compares their catalogs, and stops
// unless the new migration turns the first into the second. It also writes prisma/catalog.txt, the listing that the tests
// compare with the database.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import pg from "pg";
import { migrate, releaseOf } from "@/lib/platform/db/migrate";
import { readMigrations } from "@/lib/platform/db/migrations";
import { FAST, startDatabase } from "./database.mjs";
import { type Catalog, missingIn, readCatalog, renderCatalog } from "./migration/catalog";
import { describeProblems, lockTable } from "./migration/check-migrations";
import { readUnits, tableComments, type Unit } from "./migration/units";

const ROOT = join(import.meta.dirname, "..");
const PRISMA = join(ROOT, "prisma");
const LEVELS = join(ROOT, "lib", "platform", "db", "schema-level.gen.ts");
const NAME = /^[a-z][a-z0-9_]{1,60}$/;

class MigrationError extends Error {}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Prisma's statements from the tables of a database to those of schema.prisma; empty if there is no difference. */
function diffTables(databaseUrl: string): string {
  const cli = join(ROOT, "node_modules", "prisma", "build", "index.js");
  const args = [
    "migrate",
    "diff",
    "--from-config-datasource",
    "--to-schema",
    "prisma/schema.prisma",
    "--script",
  ];
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
  const sql = execFileSync(process.execPath, [cli, ...args], { cwd: ROOT, env, encoding: "utf8" });
  return sql.includes("empty migration") ? "" : sql.trim();
}

async function apply(client: pg.Client, { source, sql }: Unit): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    const { message } = error as Error;
    throw new MigrationError(`${source}: ${message}\n${sql}`);
  }
}

const withoutComments = (sql: string) => sql.replaceAll(/^--.*\n/gm, "");

function committedSql(): string {
  const folder = join(PRISMA, "migrations");
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".sql"));
  const committed = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  // An index that a migration builds beside writes is defined without that, as definitions apply in one transaction.
  return withoutComments(committed).replaceAll("CREATE INDEX CONCURRENTLY ", "CREATE INDEX IF NOT EXISTS ");
}

/** A unit that only replaces constraints, which the catalog shows: rewritten without an effect, it needs no migration. */
const replacesConstraints = ({ sql }: Unit) =>
  /^ALTER TABLE \w+\s+DROP CONSTRAINT IF EXISTS [^;]+;\s*$/.test(withoutComments(sql));

/**
 * The units that a migration needs, in order: those that change the catalog, and those whose statements are in no
 * committed migration, as the catalog does not show roles and initial rows. Applies all units.
 */
async function applyChanged(client: pg.Client, units: readonly Unit[]): Promise<Unit[]> {
  const changed: Unit[] = [];
  const committed = committedSql();
  let before = renderCatalog(await readCatalog(client));
  for (const unit of units) {
    await apply(client, unit);
    const after = renderCatalog(await readCatalog(client));
    const isCommitted = replacesConstraints(unit) || committed.includes(withoutComments(unit.sql));
    if (after !== before || !isCommitted) changed.push(unit);
    before = after;
  }
  return changed;
}

/** Drops what only `current` has. Returns the statements, the dependent objects first. */
async function dropRemoved(client: pg.Client, current: Catalog, target: Catalog): Promise<string[]> {
  const targetKeys = new Set(target.map((entry) => entry.key));
  const order = ["trigger", "policy", "index", "constraint", "function"];
  const rank = (key: string) => order.indexOf(key.split(" ", 1)[0] ?? "");
  const drops = current
    .filter((entry) => !targetKeys.has(entry.key) && entry.drop !== null)
    .sort((a, b) => rank(a.key) - rank(b.key))
    .map((entry) => entry.drop ?? "");
  for (const sql of drops) await apply(client, { source: "dropped object", sql });
  return drops;
}

async function withDatabase<T>(
  { adminUrl, url }: { adminUrl: string; url: string },
  name: string,
  use: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} OWNER parley`).finally(() => admin.end());
  const database = new URL(url);
  database.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: database.href });
  await client.connect();
  try {
    return await use(client, database.href);
  } finally {
    await client.end();
  }
}

type Result = { readonly sql: string; readonly catalog: Catalog };

async function assemble(cluster: { adminUrl: string; url: string }, units: readonly Unit[]): Promise<Result> {
  const target = await withDatabase(cluster, "target", async (client, url) => {
    await migrate(url, mkdtempSync(join(tmpdir(), "parley-no-migrations-")));
    await client.query(diffTables(url));
    for (const unit of units) await apply(client, unit);
    return readCatalog(client);
  });
  return withDatabase(cluster, "current", async (client, url) => {
    await migrate(url, join(PRISMA, "migrations"));
    const tables = diffTables(url);
    if (tables !== "") await client.query(tables);
    const changed = await applyChanged(client, units);
    const drops = await dropRemoved(client, await readCatalog(client), target);
    const reached = await readCatalog(client);
    const difference = [
      ...missingIn(reached, target).map((entry) => `missing: ${entry.definition}`),
      ...missingIn(target, reached).map((entry) => `left over: ${entry.definition}`),
    ];
    if (difference.length > 0)
      throw new MigrationError(`The migration does not reach the definitions:\n${difference.join("\n")}`);
    const parts = [tables, ...changed.map((unit) => unit.sql), ...drops].filter((part) => part !== "");
    return { sql: parts.join("\n\n"), catalog: target };
  });
}

function write(name: string, sql: string): void {
  const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(PRISMA, "migrations", `${time}_${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "migration.sql"), `-- expand\n\n${sql}\n`);
  say(`Wrote prisma/migrations/${time}_${name}/migration.sql. Read it before you commit it.`);
}

/** Writes the levels, which every process compares with the database's, and the locks, which `migrate --plan` prints. */
async function writeFacts(): Promise<void> {
  const migrations = await readMigrations(join(PRISMA, "migrations"));
  const { level, required } = releaseOf(migrations);
  const lines = [
    "// Written by `npm run migration`.",
    "",
    "/** The newest migration of this release. */",
    `export const SCHEMA_LEVEL = "${level}";`,
    "/** The newest migration that is no contract: this release does not work without it. */",
    `export const REQUIRED_LEVEL = "${required}";`,
  ];
  writeFileSync(LEVELS, `${lines.join("\n")}\n`);
  writeFileSync(join(PRISMA, "migrations", "locks.json"), await lockTable(migrations));
  for (const problem of await describeProblems(migrations)) say(problem);
}

async function main(): Promise<void> {
  const [name = "", option] = process.argv.slice(2);
  if (!NAME.test(name) || (option !== undefined && option !== "--empty"))
    throw new MigrationError("Usage: npm run migration -- <name> [--empty]. Names: lower case, underscores.");
  const units = [
    ...readUnits(join(PRISMA, "sql")),
    ...tableComments(readFileSync(join(PRISMA, "schema.prisma"), "utf8")),
  ];
  const dir = mkdtempSync(join(tmpdir(), "parley-migration-"));
  const cluster = await startDatabase({ dir, settings: FAST });
  try {
    const { sql, catalog } = await assemble(cluster, units);
    if (sql !== "") write(name, sql);
    else if (option === "--empty") write(name, "-- Statements that change data. The schema does not change.");
    else say("Nothing changed. No migration was written.");
    writeFileSync(join(PRISMA, "catalog.txt"), renderCatalog(catalog));
    await writeFacts();
  } finally {
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof MigrationError ? error.message : inspect(error)}\n`);
  process.exitCode = 1;
});
