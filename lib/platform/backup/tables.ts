import type pg from "pg";

/** A table with the columns that are stored. */
export type Table = { name: string; columns: string[] };

/**
 * What is not copied: the history of migrations (named apart), windows and beats that are worth nothing later, and what
 * the queue notes of itself.
 */
const LEFT_OUT = [
  "public._prisma_migrations",
  "public.worker_heartbeats",
  "graphile_worker.migrations",
  "jackson.jackson_migrations",
];
/** The one table that is backed up apart, and for a shorter time: an erasure destroys its rows. */
const APART = "public.subject_keys";
/** Wrapped by the root key. With the keys too: those of contacts and calls may be wrapped by a newer one than the data knows. */
const WITH_BOTH = "public.workspace_keys";

const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name,
    (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND c.relpersistence = 'p'
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
  ORDER BY 1`;

/** The tables of a kind of backup. */
export async function tablesOf(client: pg.Client, kind: "data" | "keys"): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES);
  const all = rows.filter(({ name }) => !LEFT_OUT.includes(name));
  return kind === "keys"
    ? all.filter(({ name }) => name === APART || name === WITH_BOTH)
    : all.filter(({ name }) => name !== APART);
}

/** The names of the migrations that the database has. */
export async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ migration_name: string }>(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1",
  );
  return rows.map((row) => row.migration_name);
}

export async function sequencesOf(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value FROM pg_sequences
     WHERE last_value IS NOT NULL AND schemaname NOT LIKE 'pg\\_%' ORDER BY 1`,
  );
  return rows;
}
