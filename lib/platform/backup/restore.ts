import { createReadStream, existsSync } from "node:fs";
import { mkdir, open as openPath, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline, Readable, type Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { NAME } from "./create";
import { type Entry, recordsOf } from "./records";
import { BackupBroken, type BackupKind, open } from "./sealed-file";
import { migrationsOf, type Table, tablesOf } from "./tables";
import { WITHOUT_KEY } from "./without-key";

const CONNECT_TIMEOUT_MS = 10_000;
const ONLY_OWNER_FOLDER = 0o700;
const ONLY_OWNER_FILE = 0o600;

type RestoreOptions = {
  adminUrl: string;
  dataDir: string;
  /** The file of data; `keys` is the one of keys. */
  data: string;
  keys: string;
  passphrase: string;
  /** Whether what this installation holds may go. */
  overwrite: boolean;
};

/** Why nothing was restored, for whoever asked. */
class NotRestored extends Error {}

type About = Extract<Entry, { type: "about" }>;

/** The records of a backup's file, which must be of that kind. */
async function read(path: string, kind: BackupKind, passphrase: string) {
  const opened = await open(createReadStream(path) as AsyncIterable<Buffer>, passphrase);
  if (opened.kind !== kind) throw new NotRestored(`${basename(path)} is no backup of ${kind}.`);
  const plain = createGunzip();
  pipeline(Readable.from(opened.bytes), plain, () => undefined);
  return { madeAt: opened.madeAt, records: recordsOf(plain) };
}

/** Reads a file to its end, so that nothing is touched for one that is damaged. Answers what it says of itself. */
async function check(path: string, kind: BackupKind, passphrase: string) {
  const { madeAt, records } = await read(path, kind, passphrase);
  let about: About | undefined;
  const tables: Table[] = [];
  for await (const one of records) {
    if (!("entry" in one)) continue;
    if (one.entry.type === "about") about = one.entry;
    if (one.entry.type === "table") tables.push(one.entry);
  }
  if (about === undefined) throw new BackupBroken("The backup says nothing of itself.");
  return { madeAt, about, tables };
}
type Checked = Awaited<ReturnType<typeof check>>;

/** The backup was made by this version, and the database is this version's too. */
async function refuseOther(client: pg.Client, { about, tables }: Checked, kind: BackupKind): Promise<void> {
  const here = await migrationsOf(client);
  if (JSON.stringify(here) !== JSON.stringify(about.migrations))
    throw new NotRestored(
      `The backup is of another version of Parley (its last migration is ${about.migrations.at(-1)}, here it is ${here.at(-1)}). Restore it with that version, and update then.`,
    );
  const known = new Set((await tablesOf(client, kind)).map(({ name }) => name));
  const missing = tables.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (missing.length > 0)
    throw new NotRestored(
      `This database has no table ${missing.join(", ")}. Start Parley once, and try again.`,
    );
}

/** A name that stays under its folder. */
function safe(dataDir: string, name: string): string {
  const parts = name.split("/");
  if (parts.some((part) => part === "" || part.startsWith(".") || part.includes("\\")))
    throw new BackupBroken("A file of the backup has a name that is none.");
  return join(dataDir, ...parts);
}

/** Where a file of a backup is written; null where the one that is here stays. */
function placeOf(dataDir: string, name: string): string | null {
  const [folder, ...rest] = name.split("/");
  // In whole, and moved into place when the rows are in.
  if (folder === "storage" || folder === "secrets")
    return safe(dataDir, [`${folder}-restored`, ...rest].join("/"));
  const path = safe(dataDir, name);
  // Receipts and signed heads that are newer than the backup stay.
  return existsSync(path) ? null : path;
}

/** Takes in what follows an entry: rows into their table, bytes into their file. */
type Taker = { take(bytes: Buffer): Promise<void>; end(): Promise<void> };
const nothing: Taker = { take: async () => undefined, end: async () => undefined };

async function intoFile(path: string): Promise<Taker> {
  await mkdir(dirname(path), { recursive: true, mode: ONLY_OWNER_FOLDER });
  const file = await openPath(path, "w", ONLY_OWNER_FILE);
  return {
    take: async (bytes) => void (await file.writeFile(bytes)),
    end: () => file.sync().finally(() => file.close()),
  };
}

function intoTable(client: pg.Client, { name, columns }: Table): Taker {
  const into: Writable = client.query(copyFrom(`COPY ${name} (${columns.join(", ")}) FROM STDIN`));
  const done = finished(into);
  done.catch(() => undefined);
  return {
    async take(bytes) {
      if (!into.write(bytes)) await Promise.race([new Promise((next) => into.once("drain", next)), done]);
    },
    async end() {
      into.end();
      await done;
    },
  };
}

/** Both files have the workspaces' keys: the newer takes the place of the older, and none is lost. */
const OF_BOTH = "public.workspace_keys";
const BESIDE = "newer_workspace_keys";

async function load(client: pg.Client, options: RestoreOptions, kind: BackupKind): Promise<void> {
  const { records } = await read(options[kind], kind, options.passphrase);
  let taker = nothing;
  const begin = async (entry: Entry): Promise<Taker> => {
    if (entry.type === "table")
      return intoTable(
        client,
        entry.name === OF_BOTH && kind === "keys" ? { ...entry, name: BESIDE } : entry,
      );
    if (entry.type === "about") return nothing;
    const path = placeOf(options.dataDir, entry.name);
    return path === null ? nothing : intoFile(path);
  };
  for await (const one of records) {
    if ("bytes" in one) await taker.take(one.bytes);
    else {
      await taker.end();
      taker = await begin(one.entry);
    }
  }
  await taker.end();
}

async function loadAll(client: pg.Client, options: RestoreOptions, data: Checked): Promise<void> {
  const tables = [...(await tablesOf(client, "data")), ...(await tablesOf(client, "keys"))];
  await client.query("BEGIN");
  // Rows come as they were: no trigger changes or refuses them.
  await client.query("SET LOCAL session_replication_role = replica");
  await client.query(`TRUNCATE ${[...new Set(tables.map(({ name }) => name))].join(", ")}`);
  await client.query(`CREATE TEMP TABLE ${BESIDE} (LIKE ${OF_BOTH}) ON COMMIT DROP`);
  await load(client, options, "data");
  await load(client, options, "keys");
  await client.query(`INSERT INTO ${OF_BOTH} SELECT * FROM ${BESIDE} ON CONFLICT DO NOTHING`);
  for (const { name, value } of data.about.sequences)
    await client.query("SELECT setval($1::regclass, $2::bigint)", [name, value]);
  for (const statement of WITHOUT_KEY) await client.query(statement, [data.madeAt]);
  await client.query("COMMIT");
}

/** Moves a folder that was restored into place; the former goes. */
async function swap(dataDir: string, folder: string): Promise<void> {
  const [place, fresh, former] = [folder, `${folder}-restored`, `${folder}-former`].map((name) =>
    join(dataDir, name),
  ) as [string, string, string];
  if (!existsSync(fresh)) return;
  await rm(former, { recursive: true, force: true });
  if (existsSync(place)) await rename(place, former);
  await rename(fresh, place);
  await rm(former, { recursive: true, force: true });
}

/** The keys that go with a file of data: the oldest that are not older. None where there is none in its folder. */
export async function keysFor(data: string): Promise<string | undefined> {
  const stamp = (name: string) => name.split("-")[1] ?? "";
  const names = (await readdir(dirname(data))).filter((name) => NAME.exec(name)?.at(-1) === "keys").sort();
  const found = names.find((name) => stamp(name) >= stamp(basename(data)));
  return found === undefined ? undefined : join(dirname(data), found);
}

/**
 * Restores both files: read to their ends first, then all rows in one transaction, then the folders. What the keys do not
 * open any more, as it was erased since, is emptied. Throws `NotRestored` and `BackupBroken`, and has changed nothing then.
 */
export async function restore(options: RestoreOptions): Promise<{ madeAt: string }> {
  const { adminUrl, dataDir, passphrase } = options;
  const data = await check(options.data, "data", passphrase);
  const keys = await check(options.keys, "keys", passphrase);
  if (keys.madeAt < data.madeAt)
    throw new NotRestored("These keys are older than the data. Take a file of keys that is not.");
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    await refuseOther(client, data, "data");
    await refuseOther(client, keys, "keys");
    const { rows } = await client.query("SELECT 1 FROM workspaces LIMIT 1");
    if (rows.length > 0 && !options.overwrite)
      throw new NotRestored(
        "There are workspaces here already. With --overwrite they are replaced by the backup's.",
      );
    for (const folder of ["storage-restored", "secrets-restored"])
      await rm(join(dataDir, folder), { recursive: true, force: true });
    await loadAll(client, options, data);
    await swap(dataDir, "storage");
    await swap(dataDir, "secrets");
    return { madeAt: data.madeAt };
  } finally {
    await client.end();
  }
}
