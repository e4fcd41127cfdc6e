import { randomUUID } from "node:crypto";
import { Logger, makeWorkerUtils } from "graphile-worker";
import pg from "pg";
import { type Migration, readAppliedMigrations, readMigrations } from "./migrations";
import { requireServerVersion } from "./server-version";

/** Advisory lock shared by all migrations of this database: a second one waits for the first. */
const ADVISORY_LOCK_ID = 7_227_465_391;
const CONNECT_TIMEOUT_MS = 10_000;

// Prisma's own table, so that `prisma migrate` and this runner share one history.
const HISTORY = `create table if not exists _prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

/** Tables that a migration names and whose policies also apply to their owner. */
async function forcedTablesIn(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relforcerowsecurity`,
  );
  const words = new Set(sql.match(/\w+/g));
  return rows.map(({ table }) => table).filter((table) => words.has(table));
}

const setForce = (client: pg.Client, tables: readonly string[], action: "FORCE" | "NO FORCE") =>
  client.query(
    tables.map((table) => `ALTER TABLE IF EXISTS ${table} ${action} ROW LEVEL SECURITY;`).join(""),
  );

/**
 * Applies a migration in a transaction. The owner is not exempt from row-level security (FORCE), so that an
 * UPDATE without a workspace would change no rows: FORCE is lifted for the tables that the migration names, and
 * restored before the commit. Other sessions never see the tables without it.
 */
async function applyMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("begin");
  try {
    const tables = await forcedTablesIn(client, sql);
    await setForce(client, tables, "NO FORCE");
    await client.query(sql);
    await setForce(client, tables, "FORCE");
    await client.query(
      "insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)",
      [randomUUID(), checksum, name],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`The migration ${name} failed and was rolled back.`, { cause: error });
  }
}

const silent = new Logger(() => () => undefined);

/**
 * Throws if the database has migrations, but not the first one of this version: it was created before the
 * migrations were replaced by a baseline.
 */
function requireBaseline(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const baseline = migrations[0];
  if (baseline === undefined || applied.size === 0 || applied.has(baseline.name)) return;
  throw new Error(
    `The database was created by a version of Parley from before its first release, which cannot be upgraded. Use an empty database, or run that version. (It does not have the migration ${baseline.name}.)`,
  );
}

/**
 * Applies all pending migrations, each in its own transaction, under a lock that other starts wait for.
 * Returns the names of the applied ones. Throws if an applied migration was edited afterwards or is unknown
 * here (the database is newer than this version of the product), if the database is older than the baseline, and if the
 * server's PostgreSQL is too old.
 */
export async function migrate(connectionString: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    await requireServerVersion(client);
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK_ID]);
    // The job queue creates its own tables in its own schema.
    const queue = await makeWorkerUtils({ connectionString, logger: silent, maxPoolSize: 2 });
    await queue.migrate().finally(() => queue.release());
    await client.query(HISTORY);
    const applied = await readAppliedMigrations(client);
    requireBaseline(migrations, applied);
    const checksums = new Map(migrations.map((m) => [m.name, m.checksum]));
    for (const [name, checksum] of applied) {
      if (!checksums.has(name))
        throw new Error(
          `The database has the migration ${name}, which this version of Parley does not have. Run the newer version.`,
        );
      if (checksums.get(name) !== checksum)
        throw new Error(`The migration ${name} was edited after it was applied. Restore the original file.`);
    }
    const missing = migrations.filter((m) => !applied.has(m.name));
    for (const migration of missing) await applyMigration(client, migration);
    return missing.map((m) => m.name);
  } finally {
    await client.end();
  }
}
