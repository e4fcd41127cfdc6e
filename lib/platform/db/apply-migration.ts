import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { readMigrationKind } from "./migration-kind";
import type { Migration } from "./migrations";

/**
 * How long a migration waits for a lock. Requests that need the same table wait behind it, so it soon leaves the queue, and
 * tries again.
 */
const LOCK_TIMEOUT_MS = 2_000;
/** Pauses between attempts, in which the waiting requests run. With the waits, a long transaction is outlasted for ten minutes. */
const RETRY_PAUSE_MS = 1_000;
const MAX_ATTEMPTS = 200;

/** Statements that change rows begin a line. Within functions they are indented, and DO blocks have none (scripts/migration/lint.ts). */
const CHANGES_ROWS = /^(?:update|delete|insert|merge|with)\b/i;

/** The words of the statements of a migration that change rows. */
function wordsOfRowChanges(sql: string): Set<string> {
  const words = new Set<string>();
  let isWithin = false;
  for (const line of sql.split("\n")) {
    isWithin ||= CHANGES_ROWS.test(line);
    if (isWithin) for (const word of line.match(/\w+/g) ?? []) words.add(word);
    if (line.trimEnd().endsWith(";")) isWithin = false;
  }
  return words;
}

/** Tables that such statements name and whose policies also apply to their owner. */
async function forcedTablesIn(client: pg.Client, sql: string): Promise<string[]> {
  const words = wordsOfRowChanges(sql);
  if (words.size === 0) return [];
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relforcerowsecurity`,
  );
  return rows.map(({ table }) => table).filter((table) => words.has(table));
}

const setForce = async (client: pg.Client, tables: readonly string[], action: "FORCE" | "NO FORCE") => {
  for (const table of tables)
    await client.query(`ALTER TABLE IF EXISTS ${table} ${action} ROW LEVEL SECURITY`);
};

/**
 * Stores the level in the transaction of its migration. Earlier migrations than the table have none. A contract raises the
 * oldest release that may use the schema.
 */
async function storeLevel(client: pg.Client, { name, sql }: Migration): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('public.schema_state') is not null as exists",
  );
  if (rows[0]?.exists !== true) return;
  const kind = readMigrationKind(sql);
  await client.query(
    `insert into schema_state as s (name, level, oldest_release, changed_at)
     select 'public', $1, coalesce($2, min(migration_name)), now() from _prisma_migrations
     on conflict (name) do update set level = greatest(s.level, excluded.level), changed_at = now(),
       oldest_release = case when $2::text is null then s.oldest_release else greatest(s.oldest_release, $2) end`,
    [name, kind.kind === "contract" ? kind.needs : null],
  );
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    "insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)",
    [randomUUID(), checksum, name],
  );
}

/**
 * Applies a migration in a transaction. The owner is not exempt from row-level security (FORCE), so that an
 * UPDATE without a workspace would change no rows: FORCE is lifted for the tables that such statements name, and
 * restored before the commit. Other sessions never see the tables without it.
 */
async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const { sql } = migration;
    const tables = await forcedTablesIn(client, sql);
    await setForce(client, tables, "NO FORCE");
    await client.query(sql);
    await setForce(client, tables, "FORCE");
    await record(client, migration);
    await storeLevel(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

const INDEX_NAME = /\bINDEX CONCURRENTLY (?:IF NOT EXISTS )?"?(\w+)"?/i;

/** Whether an index of this name exists that a failed build left behind. */
async function hasInvalidIndex(client: pg.Client, index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_index where not indisvalid and indexrelid = to_regclass(quote_ident($1))",
    [index],
  );
  return rowCount === 1;
}

/**
 * Applies a migration of one `CREATE INDEX CONCURRENTLY`, which PostgreSQL refuses in a transaction. An attempt that was
 * interrupted leaves an invalid index, which is removed before the build and after a failure. Without `lock_timeout`, which
 * also ends the wait for older snapshots at the end of the build: reads and writes of the table do not wait behind it.
 */
async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  const index = INDEX_NAME.exec(migration.sql)?.[1];
  if (index === undefined) throw new Error("It is not one CREATE INDEX CONCURRENTLY.");
  await client.query("set lock_timeout = 0");
  try {
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
    await client.query(migration.sql);
    await client.query("begin");
    await record(client, migration);
    await storeLevel(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    if (await hasInvalidIndex(client, index)) await client.query(`DROP INDEX CONCURRENTLY "${index}"`);
    throw error;
  } finally {
    await client.query("reset lock_timeout");
  }
}

/** A lock was not free in time, the transaction lost a deadlock, or VACUUM changed the same row of the catalog. */
function isTemporary(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "55P03" || code === "40P01" || message === "tuple concurrently updated";
}

export type AppliedMigration = { name: string; ms: number; attempts: number };

/**
 * Applies a migration and stores the schema's level. Tries again, for about ten minutes, while locks are not free. Returns how
 * long the last attempt took, in milliseconds. Throws if the migration fails, which then has changed nothing.
 */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<AppliedMigration> {
  const kind = readMigrationKind(migration.sql);
  const apply = kind.kind === "expand" && kind.isConcurrent ? applyConcurrently : applyInTransaction;
  for (let attempts = 1; ; attempts++) {
    const startedMs = performance.now();
    try {
      await apply(client, migration);
      return { name: migration.name, ms: performance.now() - startedMs, attempts };
    } catch (error) {
      if (!isTemporary(error))
        throw new Error(`The migration ${migration.name} failed and changed nothing.`, { cause: error });
      if (attempts === MAX_ATTEMPTS)
        throw new Error(
          `The migration ${migration.name} changed nothing: other transactions held its locks in ${attempts} attempts. End long transactions and run it again.`,
          { cause: error },
        );
      await pause(RETRY_PAUSE_MS);
    }
  }
}
