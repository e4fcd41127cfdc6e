import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { findContractBlockers } from "./contract-blockers";
import { readSchemaState } from "./migrate";
import { type MigrationKind, readMigrationKind } from "./migration-kind";
import { compareMigrations, readAppliedMigrations, readMigrations } from "./migrations";
import { PRODUCT_SESSIONS, SESSION_LEVEL } from "./older-sessions";
import type { SchemaState } from "./schema-level";

const CONNECT_TIMEOUT_MS = 10_000;
/** The code of a table that does not exist. */
const UNDEFINED_TABLE = "42P01";

/** A lock on a table, with the size of the table and its indexes. `rows`: the planner's estimate. */
export type PlannedLock = { table: string; mode: string; rows: number; bytes: number };
export type PlannedMigration = {
  name: string;
  kind: MigrationKind;
  locks: PlannedLock[];
  /** Why a contract migration cannot be applied yet. */
  blockers: string[];
};
export type MigrationPlan = {
  state: SchemaState | null;
  applied: number;
  pending: PlannedMigration[];
  /** Connections of processes by release: the time of its level, or "former". */
  sessions: { release: string; connections: number }[];
};

const SIZES = `select c.relname as table, greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any ($1)`;

const SESSIONS = `select coalesce(nullif(${SESSION_LEVEL}, ''), 'former') as release, count(*)::int as connections
  ${PRODUCT_SESSIONS} group by 1 order by 1`;

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  try {
    return await readAppliedMigrations(client);
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return new Map();
    throw error;
  }
}

/** Describes the pending migrations of a database and applies nothing. `folder`: prisma/migrations. */
export async function readPlan(connectionString: string, folder: string): Promise<MigrationPlan> {
  const migrations = await readMigrations(folder);
  const locks: Record<string, Record<string, string>> = JSON.parse(
    await readFile(join(folder, "locks.json"), "utf8"),
  );
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    const { applied, pending } = compareMigrations(migrations, await readApplied(client));
    const planned: PlannedMigration[] = [];
    for (const { name, sql } of migrations.filter((migration) => pending.includes(migration.name))) {
      const kind = readMigrationKind(sql);
      const modes = locks[name] ?? {};
      const { rows } = await client.query<Omit<PlannedLock, "mode">>(SIZES, [Object.keys(modes)]);
      planned.push({
        name,
        kind,
        locks: rows.map((row) => ({ ...row, mode: modes[row.table] ?? "" })),
        blockers: kind.kind === "contract" ? await findContractBlockers(client, kind) : [],
      });
    }
    const { rows: sessions } = await client.query<MigrationPlan["sessions"][number]>(SESSIONS);
    return { state: await readSchemaState(client), applied: applied.length, pending: planned, sessions };
  } finally {
    await client.end();
  }
}
