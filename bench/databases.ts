import { existsSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { startDatabase } from "../scripts/database.mjs";
import { readFixture, SIZES, type Size } from "./fixture";
import { ROOT, runScript } from "./processes";

/** Twice the disk space of the largest data with its log and indexes during their creation. */
const FREE_BYTES = 6e9;

/** A database of the bench, migrated and seeded. `cookie` is of a session in its first workspace. */
export type Seeded = {
  dataDir: string;
  fixture: string;
  url: string;
  adminUrl: string;
  cookie: string;
  stop(): Promise<void>;
};

const clusterOf = (dataDir: string) => ({
  dir: join(dataDir, "pg"),
  logFile: join(dataDir, "logs", "postgres.log"),
});

const folderOf = (size: Size): string => join(ROOT, ".data", "bench", size);

/** Brings one size's database up, and makes what is missing of it. `fresh`: from nothing. */
export async function openDatabase(size: Size, fresh: boolean): Promise<Seeded> {
  const dataDir = folderOf(size);
  const fixture = join(dataDir, "fixture.json");
  if (fresh || readFixture(fixture) === null) await clear(size);
  const { stop, ...database } = await startDatabase(clusterOf(dataDir));
  const { url } = database;
  const adminUrl = database.superuserUrl;
  try {
    const env = { DATABASE_URL: url, ADMIN_URL: adminUrl, DATA_DIR: dataDir };
    runScript(["bin/migrate.ts"], env);
    const cookie = runScript(["bench/seed.ts", size, fixture], env);
    return { dataDir, fixture, url, adminUrl, cookie, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Half-seeded data is of no use: what an interrupted seeding has left goes too. */
async function clear(size: Size): Promise<void> {
  const dataDir = folderOf(size);
  if (existsSync(join(dataDir, "pg"))) {
    const { stop } = await startDatabase(clusterOf(dataDir));
    await stop();
  }
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < FREE_BYTES)
    throw new Error(`Seeding ${SIZES[size].calls} calls needs ${FREE_BYTES / 1e9} GB of free disk.`);
}
