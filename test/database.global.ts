import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { FAST, startDatabase } from "../scripts/database.mjs";
import { startPooler } from "./pooler";

/** Kept between runs, so that a run costs a start of 0.2 s and no migration. */
const CLUSTER = join(import.meta.dirname, "..", ".data", "test");
const MIGRATIONS = join(import.meta.dirname, "..", "prisma", "migrations");
/** One number for all who prepare a template at the same time. */
const TEMPLATE_LOCK = 7_104_231;

/**
 * Brings a database server up (TEST_DATABASE_URL names one with a superuser's rights instead) and prepares a template:
 * migrated once, named after the migrations' contents. Test processes clone it. Afterwards this run's clones are
 * dropped, and the server stops unless another run still uses it. TEST_POOLER names the program of a PgBouncer, through
 * which the product's statements then go (`npm run test:pooler`); TEST_POOLER_NAMED=1 keeps named statements.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Noted before the server is looked for, so that a run that ends meanwhile does not stop it.
  const users = register(join(CLUSTER, "users"));
  const configuredUrl = process.env.TEST_DATABASE_URL;
  const embedded = configuredUrl
    ? undefined
    : await startDatabase({ dir: join(CLUSTER, "pg"), settings: FAST });
  const adminUrl = configuredUrl ?? embedded?.adminUrl ?? "";
  let pooler: Awaited<ReturnType<typeof startPooler>> | undefined;
  const leave = async () => {
    await pooler?.stop();
    await asAdmin(adminUrl, (admin) => dropClones(admin, (pid) => pid === process.pid));
    users.leave();
    if (!users.hasOthers()) await embedded?.stop();
  };
  try {
    await asAdmin(adminUrl, async (admin) => {
      await dropClones(admin, (pid) => !alive(pid));
      const productUrl = embedded ? new URL(embedded.url) : await productRole(admin, adminUrl);
      process.env.PARLEY_TEST_TEMPLATE = await template(admin, productUrl, users.hasOthers);
      process.env.PARLEY_TEST_PRODUCT_URL = productUrl.href;
      const { TEST_POOLER: program, TEST_POOLER_NAMED } = process.env;
      if (!program) return;
      const target = new URL(productUrl);
      target.pathname = "/postgres";
      pooler = await startPooler(program, target, TEST_POOLER_NAMED === "1");
      process.env.PARLEY_TEST_POOLER_HOST = pooler.url.host;
    });
  } catch (error) {
    await leave();
    throw error;
  }
  process.env.PARLEY_TEST_ADMIN_URL = adminUrl;
  process.env.PARLEY_TEST_RUN = `parley_t_${process.pid}_`;
  return leave;
}

async function asAdmin<T>(connectionString: string, use: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  try {
    return await use(admin);
  } finally {
    await admin.end();
  }
}

/** Name of the migrated template database, created if there is none for these migrations. */
async function template(admin: pg.Client, productUrl: URL, shared: () => boolean): Promise<string> {
  const name = `parley_template_${migrationsHash()}`;
  await admin.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK]);
  try {
    const existing = await admin.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (existing.rowCount === 0) {
      // A template of other migrations may be in use by a run that started before they changed.
      if (!shared()) await dropTemplates(admin);
      await makeTemplate(admin, productUrl, name);
    }
    return name;
  } finally {
    await admin.query("SELECT pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
  }
}

async function dropTemplates(admin: pg.Client): Promise<void> {
  const old = await admin.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname ~ '^parley_(template|making)_'",
  );
  for (const { datname } of old.rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
}

async function makeTemplate(admin: pg.Client, productUrl: URL, name: string): Promise<void> {
  const making = `parley_making_${randomBytes(4).toString("hex")}`;
  await admin.query(`CREATE DATABASE ${making} OWNER ${productUrl.username}`);
  const url = new URL(productUrl);
  url.pathname = `/${making}`;
  await migrate(url.href);
  // Renamed when it is whole, so that an interrupted making is never taken for a template.
  await admin.query(`ALTER DATABASE ${making} RENAME TO ${name}`);
}

async function migrate(url: string): Promise<void> {
  process.env.DATABASE_URL = url;
  const product = await import("@/lib/platform/db/migrate");
  await product.migrate(url, MIGRATIONS);
  delete process.env.DATABASE_URL;
  delete process.env.DATABASE_DIRECT_URL;
}

/** In a given server: a role with the rights that the product asks of one, which is no superuser. The password is the
 *  same for all runs that share the server, as they share the role. */
async function productRole(admin: pg.Client, adminUrl: string): Promise<URL> {
  const password = createHash("sha256").update(adminUrl).digest("hex");
  await admin.query(
    `DO $$ BEGIN CREATE ROLE parley_test LOGIN NOSUPERUSER CREATEROLE; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  );
  await admin.query(`ALTER ROLE parley_test PASSWORD '${password}'`);
  const url = new URL(adminUrl);
  url.username = "parley_test";
  url.password = password;
  return url;
}

/** Sixteen hex digits of the migrations' names and contents, and of what applies them. */
function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const name of ["migrate.ts", "migrations.ts"])
    hash.update(readFileSync(join(import.meta.dirname, "..", "lib", "platform", "db", name)));
  for (const name of readdirSync(MIGRATIONS, { recursive: true }).map(String).sort()) {
    if (name.endsWith(".sql"))
      hash
        .update(name)
        .update("\0")
        .update(readFileSync(join(MIGRATIONS, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function dropClones(admin: pg.Client, isOwned: (pid: number) => boolean): Promise<void> {
  const clones = await admin.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname ~ '^parley_t_[0-9]+_'",
  );
  for (const { datname } of clones.rows) {
    if (isOwned(Number(datname.split("_")[2])))
      await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  }
}

/** Notes that this process uses the server, until it leaves, and tells whether others do. */
function register(folder: string): { leave(): void; hasOthers(): boolean } {
  mkdirSync(folder, { recursive: true });
  const ownFile = join(folder, String(process.pid));
  writeFileSync(ownFile, "");
  return {
    leave: () => rmSync(ownFile, { force: true }),
    hasOthers: () => readdirSync(folder).some((pid) => Number(pid) !== process.pid && alive(Number(pid))),
  };
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
