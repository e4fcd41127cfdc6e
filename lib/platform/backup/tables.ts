import type pg from "pg";

/** A table with its stored columns. */
export type Table = { name: string; columns: string[] };

/**
 * Tables that are not copied: the migration history (stored separately) and the level that follows from it, heartbeats and reports of gateways, which are worthless
 * later, and the migration tables of libraries.
 */
const EXCLUDED_TABLES = [
  "public._prisma_migrations",
  "public.schema_state",
  "public.worker_heartbeats",
  "public.voice_gateways",
  "graphile_worker.migrations",
  "jackson.jackson_migrations",
];
/** The only table in the key backup alone, which is kept for a shorter time: an erasure destroys its rows. */
const KEYS_ONLY_TABLE = "public.subject_keys";
/**
 * Workspace keys, wrapped by the root key. Also in the key backup: subject keys may be wrapped by a newer key
 * than the data has.
 */
const SHARED_TABLE = "public.workspace_keys";

const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name,
    (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND c.relpersistence = 'p'
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
  ORDER BY 1`;

/** Reads the tables of a kind of backup. */
export async function readTables(client: pg.Client, kind: "data" | "keys"): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES);
  const all = rows.filter(({ name }) => !EXCLUDED_TABLES.includes(name));
  return kind === "keys"
    ? all.filter(({ name }) => name === KEYS_ONLY_TABLE || name === SHARED_TABLE)
    : all.filter(({ name }) => name !== KEYS_ONLY_TABLE);
}

/** Reads the names of the applied migrations. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ migration_name: string }>(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1",
  );
  return rows.map((row) => row.migration_name);
}

export async function readSequences(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value FROM pg_sequences
     WHERE last_value IS NOT NULL AND schemaname NOT LIKE 'pg\\_%' ORDER BY 1`,
  );
  return rows;
}
