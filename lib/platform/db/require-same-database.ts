import { randomInt } from "node:crypto";
import pg from "pg";

const CONNECT_TIMEOUT_MS = 10_000;
const MAX_LOCK_ID = 2 ** 40;

/** Whether the pooler leads to the same database as the direct URL: a lock that is taken on one is visible on the other. */
export async function isSameDatabase(pooledUrl: string, directUrl: string): Promise<boolean> {
  const clients = [directUrl, pooledUrl].map(
    (connectionString) => new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }),
  );
  const [direct, pooled] = clients as [pg.Client, pg.Client];
  const lockId = randomInt(MAX_LOCK_ID);
  try {
    for (const client of clients) {
      client.on("error", () => undefined);
      await client.connect();
    }
    await direct.query("select pg_advisory_lock($1)", [lockId]);
    const { rows } = await pooled.query("select pg_try_advisory_xact_lock($1) as is_free", [lockId]);
    return rows[0]?.is_free === false;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/**
 * Throws a one-line error unless both URLs lead to one database. Otherwise jobs, events and migrations would be in another
 * database than the data.
 */
export async function requireSameDatabase(pooledUrl: string, directUrl: string): Promise<void> {
  if (await isSameDatabase(pooledUrl, directUrl)) return;
  throw new Error(
    "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Check the pooler's list of databases. Nothing was changed.",
  );
}
