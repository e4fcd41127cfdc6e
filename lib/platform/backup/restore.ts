import { createReadStream, existsSync } from "node:fs";
import { copyFile, mkdir, open as openPath, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline, Readable, type Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { CLEAR_WITHOUT_KEY } from "./clear-without-key";
import { BACKUP_NAME } from "./create";
import { type Entry, readRecords } from "./records";
import { BackupError, type BackupKind, openBackup } from "./sealed-file";
import { readMigrations, readTables, type Table } from "./tables";

const CONNECT_TIMEOUT_MS = 10_000;
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

type RestoreOptions = {
  adminUrl: string;
  dataDir: string;
  /** Path of the data backup; `keys` is the path of the key backup. */
  data: string;
  keys: string;
  passphrase: string;
  /** Whether the installation's existing data may be replaced. */
  overwrite: boolean;
};

/** The reason that nothing was restored, as a message for the operator. */
class RestoreError extends Error {}

type Metadata = Extract<Entry, { type: "about" }>;

/** Opens a backup file, which must be of the given kind. */
async function openBackupFile(path: string, kind: BackupKind, passphrase: string) {
  const backup = await openBackup(createReadStream(path) as AsyncIterable<Buffer>, passphrase);
  if (backup.kind !== kind) throw new RestoreError(`${basename(path)} is not a backup of ${kind}.`);
  const plaintext = createGunzip();
  pipeline(Readable.from(backup.bytes), plaintext, () => undefined);
  return { madeAt: backup.madeAt, records: readRecords(plaintext) };
}

/** Reads a backup to its end, so that a damaged one changes nothing. Returns its metadata and tables. */
async function checkBackup(path: string, kind: BackupKind, passphrase: string) {
  const { madeAt, records } = await openBackupFile(path, kind, passphrase);
  let metadata: Metadata | undefined;
  const tables: Table[] = [];
  for await (const item of records) {
    if (!("entry" in item)) continue;
    if (item.entry.type === "about") metadata = item.entry;
    if (item.entry.type === "table") tables.push(item.entry);
  }
  if (metadata === undefined) throw new BackupError("The backup has no metadata.");
  return { madeAt, about: metadata, tables };
}
type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>;

/** Requires that the backup and the database are of this version. */
async function requireSameVersion(
  client: pg.Client,
  { about: metadata, tables }: CheckedBackup,
  kind: BackupKind,
): Promise<void> {
  const databaseMigrations = await readMigrations(client);
  const baseline = databaseMigrations[0];
  if (baseline !== undefined && !metadata.migrations.includes(baseline))
    throw new RestoreError(
      "The backup was made by a version of Parley from before its first release. This version cannot restore it.",
    );
  if (JSON.stringify(databaseMigrations) !== JSON.stringify(metadata.migrations))
    throw new RestoreError(
      `The backup is from another version of Parley (its last migration is ${metadata.migrations.at(-1)}, this installation's is ${databaseMigrations.at(-1)}). Restore it with that version, then update.`,
    );
  const tableNames = new Set((await readTables(client, kind)).map(({ name }) => name));
  const missing = tables.filter(({ name }) => !tableNames.has(name)).map(({ name }) => name);
  if (missing.length > 0)
    throw new RestoreError(
      `This database has no table ${missing.join(", ")}. Start Parley once and try again.`,
    );
}

/** Resolves a file name from a backup. Throws if the path would leave the data directory. */
function safePath(dataDir: string, name: string): string {
  const parts = name.split("/");
  if (parts.some((part) => part === "" || part.startsWith(".") || part.includes("\\")))
    throw new BackupError("The backup contains an invalid file name.");
  return join(dataDir, ...parts);
}

/** Where to write a file of a backup; null to keep the existing file. */
function targetPath(dataDir: string, name: string): string | null {
  const [folder, ...segments] = name.split("/");
  // Restored to a new folder, which replaces the old one when all rows are in.
  if (folder === "storage" || folder === "secrets")
    return safePath(dataDir, [`${folder}-restored`, ...segments].join("/"));
  const path = safePath(dataDir, name);
  // Receipts and signed heads that are newer than the backup are kept.
  return existsSync(path) ? null : path;
}

/** Writes what follows an entry: rows into their table, or bytes into their file. */
type EntryWriter = { write(bytes: Buffer): Promise<void>; end(): Promise<void> };
const discardEntry: EntryWriter = { write: async () => undefined, end: async () => undefined };

async function writeToFile(path: string): Promise<EntryWriter> {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER });
  const file = await openPath(path, "w", OWNER_ONLY_FILE);
  return {
    write: async (bytes) => void (await file.writeFile(bytes)),
    end: () => file.sync().finally(() => file.close()),
  };
}

function writeToTable(client: pg.Client, { name, columns }: Table): EntryWriter {
  const copyStream: Writable = client.query(copyFrom(`COPY ${name} (${columns.join(", ")}) FROM STDIN`));
  const done = finished(copyStream);
  done.catch(() => undefined);
  return {
    async write(bytes) {
      if (!copyStream.write(bytes))
        await Promise.race([new Promise((next) => copyStream.once("drain", next)), done]);
    },
    async end() {
      copyStream.end();
      await done;
    },
  };
}

/** Both backups contain the workspaces' keys. Newer rows win, and no key is lost. */
const SHARED_TABLE = "public.workspace_keys";
const NEWER_ROWS_TABLE = "newer_workspace_keys";

async function loadBackup(client: pg.Client, options: RestoreOptions, kind: BackupKind): Promise<void> {
  const { records } = await openBackupFile(options[kind], kind, options.passphrase);
  let writer = discardEntry;
  const openWriter = async (entry: Entry): Promise<EntryWriter> => {
    if (entry.type === "table")
      return writeToTable(
        client,
        entry.name === SHARED_TABLE && kind === "keys" ? { ...entry, name: NEWER_ROWS_TABLE } : entry,
      );
    if (entry.type === "about") return discardEntry;
    const path = targetPath(options.dataDir, entry.name);
    return path === null ? discardEntry : writeToFile(path);
  };
  for await (const item of records) {
    if ("bytes" in item) await writer.write(item.bytes);
    else {
      await writer.end();
      writer = await openWriter(item.entry);
    }
  }
  await writer.end();
}

type ForeignKey = { name: string; child: string; parent: string; columns: string[]; references: string[] };

const SELECT_FOREIGN_KEYS = `
  SELECT k.conname AS name, k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent,
    ARRAY(SELECT quote_ident(a.attname) FROM unnest(k.conkey) WITH ORDINALITY c (n, i)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.n ORDER BY c.i) AS columns,
    ARRAY(SELECT quote_ident(a.attname) FROM unnest(k.confkey) WITH ORDINALITY c (n, i)
      JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.n ORDER BY c.i) AS references
  FROM pg_constraint k WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace ORDER BY k.conname`;

/** Throws if a row refers to a missing one: rows were loaded without the triggers that enforce foreign keys. */
async function checkForeignKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ForeignKey>(SELECT_FOREIGN_KEYS);
  for (const { name, child, parent, columns, references } of rows) {
    const isSet = columns.map((column) => `c.${column} IS NOT NULL`).join(" AND ");
    const matches = columns.map((column, i) => `p.${references[i]} = c.${column}`).join(" AND ");
    const orphan = await client.query(
      `SELECT 1 FROM ${child} c WHERE ${isSet} AND NOT EXISTS (SELECT FROM ${parent} p WHERE ${matches}) LIMIT 1`,
    );
    if (orphan.rows.length > 0)
      throw new RestoreError(
        `Nothing was restored: a row of ${child} refers to a row of ${parent} that the backup does not contain (${name}).`,
      );
  }
}

async function loadAll(client: pg.Client, options: RestoreOptions, data: CheckedBackup): Promise<void> {
  const tables = [...(await readTables(client, "data")), ...(await readTables(client, "keys"))];
  await client.query("BEGIN");
  // Rows are restored unchanged: triggers must neither alter nor reject them.
  await client.query("SET LOCAL session_replication_role = replica");
  await client.query(`TRUNCATE ${[...new Set(tables.map(({ name }) => name))].join(", ")}`);
  await client.query(`CREATE TEMP TABLE ${NEWER_ROWS_TABLE} (LIKE ${SHARED_TABLE}) ON COMMIT DROP`);
  await loadBackup(client, options, "data");
  await loadBackup(client, options, "keys");
  // A workspace that is newer than the data backup has keys and no row.
  await client.query(
    `INSERT INTO ${SHARED_TABLE} SELECT k.* FROM ${NEWER_ROWS_TABLE} k JOIN workspaces w ON w.id = k.workspace_id ON CONFLICT DO NOTHING`,
  );
  for (const { name, value } of data.about.sequences)
    await client.query("SELECT setval($1::regclass, $2::bigint)", [name, value]);
  for (const statement of CLEAR_WITHOUT_KEY) await client.query(statement, [data.madeAt]);
  await checkForeignKeys(client);
  await client.query("COMMIT");
}

const ROOT_KEY_FILE = /^root(?:-(\d{1,4}))?\.key(?:\.wrapped)?$/;
const rootVersion = (name: string): number => {
  const match = ROOT_KEY_FILE.exec(name);
  return match === null ? 0 : Number(match[1] ?? 1);
};

/**
 * Keeps root keys of rotations after the backup: receipts of erasures since then are sealed under them, and are kept too.
 * They open values and seal nothing, as the restored fingerprints do not name them.
 */
async function keepNewerRootKeys(current: string, restored: string): Promise<void> {
  if (!existsSync(current)) return;
  const newest = Math.max(0, ...(await readdir(restored)).map(rootVersion));
  for (const name of await readdir(current))
    if (rootVersion(name) > newest) await copyFile(join(current, name), join(restored, name));
}

/** Replaces a folder with its restored copy and deletes the old one. */
async function replaceFolder(dataDir: string, folder: string): Promise<void> {
  const [current, restored, former] = [folder, `${folder}-restored`, `${folder}-former`].map((name) =>
    join(dataDir, name),
  ) as [string, string, string];
  if (!existsSync(restored)) return;
  await rm(former, { recursive: true, force: true });
  if (folder === "secrets") await keepNewerRootKeys(current, restored);
  if (existsSync(current)) await rename(current, former);
  await rename(restored, current);
  await rm(former, { recursive: true, force: true });
}

/**
 * Finds the key backup for a data backup: the oldest in its folder that is not older than the data; else
 * undefined.
 */
export async function findKeyBackup(data: string): Promise<string | undefined> {
  const timestampOf = (name: string) => name.split("-")[1] ?? "";
  const names = (await readdir(dirname(data)))
    .filter((name) => BACKUP_NAME.exec(name)?.at(-1) === "keys")
    .sort();
  const match = names.find((name) => timestampOf(name) >= timestampOf(basename(data)));
  return match === undefined ? undefined : join(dirname(data), match);
}

/**
 * Restores both files: reads them to their ends, then writes all rows in one transaction, then replaces the
 * folders. Data that the keys no longer open, since it was erased later, is cleared. Throws `RestoreError` or
 * `BackupError` without having changed anything.
 */
export async function restoreBackup(options: RestoreOptions): Promise<{ madeAt: string }> {
  const { adminUrl, dataDir, passphrase } = options;
  const data = await checkBackup(options.data, "data", passphrase);
  const keys = await checkBackup(options.keys, "keys", passphrase);
  if (keys.madeAt < data.madeAt)
    throw new RestoreError(
      "This key backup is older than the data backup. Use a key backup of the same time or later.",
    );
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    await requireSameVersion(client, data, "data");
    await requireSameVersion(client, keys, "keys");
    const { rows } = await client.query("SELECT 1 FROM workspaces LIMIT 1");
    if (rows.length > 0 && !options.overwrite)
      throw new RestoreError(
        "This installation has workspaces already. Use --overwrite to replace them with the backup.",
      );
    for (const folder of ["storage-restored", "secrets-restored"])
      await rm(join(dataDir, folder), { recursive: true, force: true });
    await loadAll(client, options, data);
    await replaceFolder(dataDir, "storage");
    await replaceFolder(dataDir, "secrets");
    return { madeAt: data.madeAt };
  } finally {
    await client.end();
  }
}
