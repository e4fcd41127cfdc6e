import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { descendantsOf } from "./product";

/** The process id of the embedded database of a DATA_DIR. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, "pg", "data", "postmaster.pid"), "utf8").split("\n")[0]);

/** The process ids of the database: the postmaster and its sessions. */
export const databasePids = (dataDir: string): number[] => {
  const pid = postmasterOf(dataDir);
  return [pid, ...descendantsOf(pid).map((entry) => entry.pid)];
};

/** A superuser's connection to the product's database, which row-level security does not restrict. */
export async function connectAsAdmin(dataDir: string): Promise<pg.Client> {
  const folder = join(dataDir, "pg");
  const password = readFileSync(join(folder, "admin-password"), "utf8").trim();
  const port = readFileSync(join(folder, "port"), "utf8").trim();
  const client = new pg.Client({
    connectionString: `postgresql://postgres:${password}@127.0.0.1:${port}/parley`,
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
