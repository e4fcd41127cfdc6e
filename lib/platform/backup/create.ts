import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { fileRecords, filesOf, WITH_DATA, WITH_KEYS } from "./folders";
import { entry, record } from "./records";
import { type BackupKind, seal } from "./sealed-file";
import { migrationsOf, sequencesOf, type Table, tablesOf } from "./tables";

const DAY_MS = 24 * 3_600_000;
const CONNECT_TIMEOUT_MS = 10_000;
const ONLY_OWNER_FOLDER = 0o700;
const ONLY_OWNER_FILE = 0o600;
/** Speed before size: what is sealed does not get smaller. */
const GZIP_LEVEL = 1;

type BackupOptions = {
  /** Of a superuser, who sees every workspace's rows. */
  adminUrl: string;
  dataDir: string;
  to: string;
  passphrase: string;
  /** How long backups in `to` are kept: what is older goes. */
  dataDays: number;
  keyDays: number;
};
/** As of when the rows are, by a moment that is not before any of them. */
type Made = BackupOptions & { now: Date };

async function* rowsOf(client: pg.Client, { name, columns }: Table): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(`COPY ${name} (${columns.join(", ")}) TO STDOUT`));
  yield* entry({ type: "table", name, columns }, stream);
}

async function* contents(client: pg.Client, kind: BackupKind, dataDir: string): AsyncGenerator<Buffer> {
  const [migrations, sequences] = [await migrationsOf(client), await sequencesOf(client)];
  yield* entry({ type: "about", migrations, sequences });
  for (const table of await tablesOf(client, kind)) yield* rowsOf(client, table);
  const folders = kind === "data" ? WITH_DATA : WITH_KEYS;
  for await (const name of filesOf(dataDir, folders)) yield* fileRecords(dataDir, name);
  yield record("end", Buffer.alloc(0));
}

/** `20261122T041500Z`: names sort by time. */
const stampOf = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, "");
export const NAME = /^parley-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(data|keys)\.backup$/;
const timeOf = (name: string): number => {
  const [, year, month, day, hour, minute, second] = NAME.exec(name)?.map(Number) ?? [];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
};

/** A file that is whole when it has its name, and on the disk. */
async function write(client: pg.Client, kind: BackupKind, options: Made): Promise<string> {
  const { to, passphrase, dataDir, now } = options;
  const path = join(to, `parley-${stampOf(now)}-${kind}.backup`);
  const draft = `${path}.part`;
  try {
    await pipeline(
      Readable.from(contents(client, kind, dataDir), { objectMode: false }),
      createGzip({ level: GZIP_LEVEL }),
      (plain: AsyncIterable<Buffer>) => seal(plain, { kind, madeAt: now.toISOString(), passphrase }),
      createWriteStream(draft, { mode: ONLY_OWNER_FILE, flush: true }),
    );
    const file = await open(draft);
    await file.sync().finally(() => file.close());
    await rename(draft, path);
    return path;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Removes backups whose time is over; answers their names. */
async function expire({ to, dataDays, keyDays, now }: Made): Promise<string[]> {
  const days = { data: dataDays, keys: keyDays };
  const old = (await readdir(to)).filter((name) => {
    const kind = NAME.exec(name)?.at(-1) as BackupKind | undefined;
    return kind !== undefined && timeOf(name) < now.getTime() - days[kind] * DAY_MS;
  });
  for (const name of old) await rm(join(to, name), { force: true });
  return old;
}

/**
 * Backs an installation up while it runs: the rows as of one moment and the storage in one file, the keys of contacts and
 * calls with the root key in another, both sealed; then removes those whose time is over. Rows are copied, and not the
 * server's files: those keep what was deleted for a while, a destroyed key too (docs/decisions/0018).
 */
export async function backUp(options: BackupOptions): Promise<{ files: string[]; removed: string[] }> {
  await mkdir(options.to, { recursive: true, mode: ONLY_OWNER_FOLDER });
  const client = new pg.Client({
    connectionString: options.adminUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // The first statement takes the snapshot; whatever it shows was made before now.
    await client.query("SELECT 1 FROM workspaces LIMIT 1");
    const made = { ...options, now: new Date() };
    const files = [await write(client, "data", made), await write(client, "keys", made)];
    await client.query("COMMIT");
    return { files, removed: await expire(made) };
  } finally {
    await client.end();
  }
}
