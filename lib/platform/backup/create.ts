import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { DATA_FOLDERS, encodeFile, KEY_FOLDERS, listFiles } from "./folders";
import { encodeEntry, encodeRecord } from "./records";
import { type BackupKind, sealBackup } from "./sealed-file";
import { readMigrations, readSequences, readTables, type Table } from "./tables";

const DAY_MS = 24 * 3_600_000;
const CONNECT_TIMEOUT_MS = 10_000;
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
/**
 * Fastest level: the compression is for the database dump, and the sealed file cannot be compressed further.
 */
const GZIP_LEVEL = 1;

type BackupOptions = {
  /** Of a superuser, who can read every workspace's rows. */
  adminUrl: string;
  dataDir: string;
  folder: string;
  passphrase: string;
  /** Days to keep backups in `folder`; older ones are removed. */
  dataDays: number;
  keyDays: number;
};
/** `now` is the time of the snapshot, at or after the creation of every row in it. */
type BackupRun = BackupOptions & { now: Date };

async function* streamRows(client: pg.Client, { name, columns }: Table): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(`COPY ${name} (${columns.join(", ")}) TO STDOUT`));
  yield* encodeEntry({ type: "table", name, columns }, stream);
}

async function* streamContents(client: pg.Client, kind: BackupKind, dataDir: string): AsyncGenerator<Buffer> {
  const [migrations, sequences] = [await readMigrations(client), await readSequences(client)];
  yield* encodeEntry({ type: "about", migrations, sequences });
  for (const table of await readTables(client, kind)) yield* streamRows(client, table);
  const folders = kind === "data" ? DATA_FOLDERS : KEY_FOLDERS;
  for await (const name of listFiles(dataDir, folders)) yield* encodeFile(dataDir, name);
  yield encodeRecord("end", Buffer.alloc(0));
}

/** `20261122T041500Z`, so that names sort by time. */
const timestampOf = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, "");
export const BACKUP_NAME = /^parley-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(data|keys)\.backup$/;
const timeOf = (name: string): number => {
  const [, year, month, day, hour, minute, second] = BACKUP_NAME.exec(name)?.map(Number) ?? [];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
};

/** Writes a backup file. It gets its final name when it is complete and on disk. */
async function writeBackupFile(client: pg.Client, kind: BackupKind, options: BackupRun): Promise<string> {
  const { folder, passphrase, dataDir, now } = options;
  const path = join(folder, `parley-${timestampOf(now)}-${kind}.backup`);
  const partialPath = `${path}.part`;
  try {
    await pipeline(
      Readable.from(streamContents(client, kind, dataDir), { objectMode: false }),
      createGzip({ level: GZIP_LEVEL }),
      (plaintext: AsyncIterable<Buffer>) =>
        sealBackup(plaintext, { kind, madeAt: now.toISOString(), passphrase }),
      createWriteStream(partialPath, { mode: OWNER_ONLY_FILE, flush: true }),
    );
    const file = await open(partialPath);
    await file.sync().finally(() => file.close());
    await rename(partialPath, path);
    return path;
  } catch (error) {
    await rm(partialPath, { force: true });
    throw error;
  }
}

/** Removes expired backups. Returns their names. */
async function removeExpired({ folder, dataDays, keyDays, now }: BackupRun): Promise<string[]> {
  const days = { data: dataDays, keys: keyDays };
  const expired = (await readdir(folder)).filter((name) => {
    const kind = BACKUP_NAME.exec(name)?.at(-1) as BackupKind | undefined;
    return kind !== undefined && timeOf(name) < now.getTime() - days[kind] * DAY_MS;
  });
  for (const name of expired) await rm(join(folder, name), { force: true });
  return expired;
}

/**
 * Backs up a running installation: a snapshot of the rows and the storage in one file; the keys of contacts
 * and calls, with the root key, in another. Both are sealed. Then removes expired backups. It copies rows,
 * not the server's files: those retain deleted data for a while, including destroyed keys
 * (docs/decisions/0018).
 */
export async function createBackup(options: BackupOptions): Promise<{ files: string[]; removed: string[] }> {
  await mkdir(options.folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const client = new pg.Client({
    connectionString: options.adminUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // The first statement takes the snapshot. Every row in it was created before `now`.
    await client.query("SELECT 1 FROM workspaces LIMIT 1");
    const run = { ...options, now: new Date() };
    const files = [await writeBackupFile(client, "data", run), await writeBackupFile(client, "keys", run)];
    await client.query("COMMIT");
    return { files, removed: await removeExpired(run) };
  } finally {
    await client.end();
  }
}
