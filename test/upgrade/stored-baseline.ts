import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";

/** A database at the baseline with data of every kind, its secrets, and requests that read it through the API. */
export type StoredBaseline = {
  /** the only migration that was applied */
  migration: string;
  /** files of DATA_DIR/secrets in base64: the root key among them */
  secrets: Record<string, string>;
  /** tokens of API keys by environment */
  keys: Record<"live" | "test", string>;
  /** paths that answered 200 with JSON */
  reads: { environment: "live" | "test"; path: string }[];
  /** a conversation that has ended, one in progress, and the text that the caller said in both */
  ended: string;
  running: string;
  spokenText: string;
  /** rows by table */
  tables: Record<string, Record<string, unknown>[]>;
};

const FILE = join(import.meta.dirname, "baseline.json.gz");

export const readStoredBaseline = (): StoredBaseline =>
  JSON.parse(gunzipSync(readFileSync(FILE)).toString("utf8")) as StoredBaseline;

export const writeStoredBaseline = (stored: StoredBaseline): void =>
  writeFileSync(FILE, gzipSync(JSON.stringify(stored), { level: 9 }));

const TABLES = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  and relpersistence = 'p' and relname <> '_prisma_migrations' order by 1`;

/** Reads all rows of the product's tables as JSON, which keeps binary values as `\\x…`. */
export async function dumpTables(admin: pg.Client): Promise<StoredBaseline["tables"]> {
  const tables: StoredBaseline["tables"] = {};
  for (const { name } of (await admin.query<{ name: string }>(TABLES)).rows) {
    const { rows } = await admin.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t`,
    );
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row);
  }
  return tables;
}

/** Inserts dumped rows as they are: without triggers, and past the counter of each sequence. */
export async function loadTables(admin: pg.Client, tables: StoredBaseline["tables"]): Promise<void> {
  await admin.query("set session_replication_role = replica");
  for (const [name, rows] of Object.entries(tables)) {
    await admin.query(`delete from ${name}`);
    await admin.query(
      `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  await admin.query("reset session_replication_role");
  await admin.query("select setval('analytics_changes_id_seq', 1000000)");
}

export const readSecrets = (dataDir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(dataDir, "secrets")).map((name) => [
      name,
      readFileSync(join(dataDir, "secrets", name)).toString("base64"),
    ]),
  );

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/** Must run before the product reads a secret: it creates missing ones. */
export function writeSecrets(dataDir: string, secrets: Record<string, string>): void {
  const folder = join(dataDir, "secrets");
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  for (const [name, content] of Object.entries(secrets)) {
    writeFileSync(join(folder, name), Buffer.from(content, "base64"));
    chmodSync(join(folder, name), OWNER_ONLY_FILE);
  }
}
