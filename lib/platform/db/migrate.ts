import { setTimeout as pause } from "node:timers/promises";
import { Logger, makeWorkerUtils } from "graphile-worker";
import pg from "pg";
import { type AppliedMigration, applyMigration } from "./apply-migration";
import { findContractBlockers } from "./contract-blockers";
import { readMigrationKind } from "./migration-kind";
import {
  compareMigrations,
  type Migration,
  type MigrationState,
  readAppliedMigrations,
  readMigrations,
} from "./migrations";
import { describeMisfit, type Release, type SchemaState } from "./schema-level";
import { requireServerVersion } from "./server-version";

/** Advisory lock shared by all migrations of this database: a second one waits for the first. */
const ADVISORY_LOCK_ID = 7_227_465_391;
const CONNECT_TIMEOUT_MS = 10_000;
const LOCK_PAUSE_MS = 500;
/** About half an hour, in which another start can wait for long transactions or build an index of a large table. */
const MAX_LOCK_ATTEMPTS = 3_600;

// Prisma's own table, so that `prisma migrate` and this runner share one history.
const HISTORY = `create table if not exists _prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

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

/** The newest migration of a list, and its newest one that is no contract. */
export function releaseOf(migrations: readonly Migration[]): Release {
  const expands = migrations.filter(({ sql }) => readMigrationKind(sql).kind === "expand");
  return { level: migrations.at(-1)?.name ?? "", required: expands.at(-1)?.name ?? "" };
}

/** Reads the schema's level; null in a database from before levels. */
export async function readSchemaState(client: Pick<pg.ClientBase, "query">): Promise<SchemaState | null> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "select to_regclass('public.schema_state') is not null as exists",
  );
  if (tables[0]?.exists !== true) return null;
  const { rows } = await client.query<SchemaState>("select level, oldest_release from schema_state");
  return rows[0] ?? null;
}

/**
 * Throws unless these migrations continue the database's history. A database with newer migrations is accepted, with nothing
 * to do, if they are all applied and none of them is a contract that excludes this release.
 */
async function requireContinuation(
  client: pg.Client,
  migrations: readonly Migration[],
  { unknown, edited, pending }: MigrationState,
): Promise<void> {
  const [editedName] = edited;
  if (editedName !== undefined)
    throw new Error(
      `The migration ${editedName} was edited after it was applied. Restore the original file.`,
    );
  const newest = unknown.at(-1);
  if (newest === undefined) return;
  const state = await readSchemaState(client);
  const release = releaseOf(migrations);
  const misfit = state === null ? null : describeMisfit(state, release);
  if (misfit !== null) throw new Error(misfit);
  if (state === null || pending.some((name) => name <= newest && name <= release.required))
    throw new Error(
      `The database has the migration ${newest}, which this version of Parley does not have. Run the newer version.`,
    );
}

/**
 * Waits until no other start applies migrations. It asks again and again: a statement that waits for the lock has a snapshot, which
 * CREATE INDEX CONCURRENTLY of the other start would wait for. Throws after half an hour.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
      ADVISORY_LOCK_ID,
    ]);
    if (rows[0]?.locked === true) return;
    if (attempts === MAX_LOCK_ATTEMPTS)
      throw new Error("Another process is applying migrations. Wait until it has ended and start again.");
    await pause(LOCK_PAUSE_MS);
  }
}

/** Result of a run of the migrations. `deferred`: contract migrations that were not applied. */
export type MigrationResult = { applied: AppliedMigration[]; deferred: string[] };

/**
 * `contract`: also apply contract migrations, which end the way back to the former release. `acceptLocked`: IDs of workspaces whose
 * unfinished backfills they do not wait for.
 */
export type MigrateOptions = { contract?: boolean; acceptLocked?: readonly string[] };

/**
 * Whether the database has no workspace, and so no data that a migration could lose, also after a first start that was interrupted.
 * Row-level security hides the table's rows from its owner; the function does not.
 */
async function isNewDatabase(client: pg.Client): Promise<boolean> {
  const { rows: functions } = await client.query<{ exists: boolean }>(
    "select to_regprocedure('public.workspace_ids()') is not null as exists",
  );
  if (functions[0]?.exists !== true) return true;
  return (await client.query("select from public.workspace_ids() limit 1")).rowCount === 0;
}

async function applyPending(
  client: pg.Client,
  pending: readonly Migration[],
  { contract = false, acceptLocked = [], isNew }: MigrateOptions & { isNew: boolean },
): Promise<MigrationResult> {
  const applied: AppliedMigration[] = [];
  for (const [n, migration] of pending.entries()) {
    const kind = readMigrationKind(migration.sql);
    if (kind.kind === "contract" && !isNew) {
      if (!contract) {
        const following = pending.slice(n);
        const expand = following.find(({ sql }) => readMigrationKind(sql).kind === "expand");
        if (expand === undefined) return { applied, deferred: following.map(({ name }) => name) };
        throw new Error(
          `The migration ${expand.name} needs the contract migration ${migration.name} first, after which the former release no longer works. Stop its processes, then run: node bin/run.mjs migrate --contract.`,
        );
      }
      const [blocker] = await findContractBlockers(client, kind, acceptLocked);
      if (blocker !== undefined)
        throw new Error(`The migration ${migration.name} was not applied. ${blocker}`);
    }
    applied.push(await applyMigration(client, migration));
  }
  return { applied, deferred: [] };
}

/**
 * Applies all pending migrations, each in its own transaction, under a lock that other starts wait for. A contract migration is
 * applied to a new database or if `contract` is set; otherwise the run ends before it. Throws if an applied migration was
 * edited afterwards, if the database needs a newer release or is older than the baseline, if a contract migration is blocked,
 * and if the server's PostgreSQL is too old.
 */
export async function runMigrations(
  connectionString: string,
  folder: string,
  options: MigrateOptions = {},
): Promise<MigrationResult> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    await requireServerVersion(client);
    await lockMigrations(client);
    // The job queue creates its own tables in its own schema.
    const queue = await makeWorkerUtils({ connectionString, logger: silent, maxPoolSize: 2 });
    await queue.migrate().finally(() => queue.release());
    await client.query(HISTORY);
    const applied = await readAppliedMigrations(client);
    requireBaseline(migrations, applied);
    const state = compareMigrations(migrations, applied);
    await requireContinuation(client, migrations, state);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    return await applyPending(client, pending, { ...options, isNew: await isNewDatabase(client) });
  } finally {
    await client.end();
  }
}

/** Applies all pending migrations as `runMigrations` does. Returns the names of the applied ones. */
export async function migrate(connectionString: string, folder: string): Promise<string[]> {
  const { applied } = await runMigrations(connectionString, folder);
  return applied.map(({ name }) => name);
}
