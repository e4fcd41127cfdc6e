import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Logger, makeWorkerUtils } from "graphile-worker";
import pg from "pg";

/** One number for everybody who migrates this database: the second of two waits for the first. */
const LOCK = 7_227_465_391;
const CONNECT_TIMEOUT_MS = 10_000;

// Prisma's own table, so that `prisma migrate` and this runner see the same history.
const HISTORY = `create table if not exists _prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

type Migration = { name: string; sql: string; checksum: string };

async function migrationsOf(folder: string): Promise<Migration[]> {
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

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
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
    throw new Error(`The migration ${name} failed; nothing of it was kept.`, { cause: error });
  }
}

const silent = new Logger(() => () => undefined);

/**
 * Brings the database to the newest migration, each in a transaction of its own, under a lock that other starts wait
 * for. Answers the names of those it applied. Throws when an applied migration was edited afterwards, or is unknown
 * here (the database is newer than this version of the product).
 */
export async function migrate(connectionString: string, folder: string): Promise<string[]> {
  const migrations = await migrationsOf(folder);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    // The queue brings its own tables, in a schema of its own.
    const queue = await makeWorkerUtils({ connectionString, logger: silent, maxPoolSize: 2 });
    await queue.migrate().finally(() => queue.release());
    await client.query(HISTORY);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      "select migration_name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null",
    );
    const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const known = new Map(migrations.map((m) => [m.name, m.checksum]));
    for (const [name, checksum] of applied) {
      if (!known.has(name))
        throw new Error(
          `The database has the migration ${name}, which this version does not know. Run the newer version.`,
        );
      if (known.get(name) !== checksum)
        throw new Error(`The migration ${name} was edited after it had been applied. Restore the file.`);
    }
    const missing = migrations.filter((m) => !applied.has(m.name));
    for (const migration of missing) await apply(client, migration);
    return missing.map((m) => m.name);
  } finally {
    await client.end();
  }
}
