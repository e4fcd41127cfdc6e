import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Logger, makeWorkerUtils } from "graphile-worker";
import pg from "pg";

/** Advisory lock shared by all migrations of this database: a second one waits for the first. */
const ADVISORY_LOCK_ID = 7_227_465_391;
const CONNECT_TIMEOUT_MS = 10_000;

// Prisma's own table, so that `prisma migrate` and this runner share one history.
const HISTORY = `create table if not exists _prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

type Migration = { name: string; sql: string; checksum: string };

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((e) => e.isDirectory())
    .map((e) => e.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function applyMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
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
 * Applies all pending migrations, each in its own transaction, under a lock that other starts wait for.
 * Returns the names of the applied ones. Throws if an applied migration was edited afterwards or is unknown
 * here (the database is newer than this version of the product).
 */
export async function migrate(connectionString: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK_ID]);
    // The job queue creates its own tables in its own schema.
    const queue = await makeWorkerUtils({ connectionString, logger: silent, maxPoolSize: 2 });
    await queue.migrate().finally(() => queue.release());
    await client.query(HISTORY);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      "select migration_name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null",
    );
    const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
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
