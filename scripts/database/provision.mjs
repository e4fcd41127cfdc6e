// Prepares a new cluster for the product: the role it connects as, and its database.
import { pause } from "./cluster.mjs";

/** Crash recovery replays the log since the last checkpoint; a minute is enough for a small machine. */
const READY_TIMEOUT_MS = 60_000;
/** Interval between connection attempts while the server starts. */
const RETRY_MS = 25;
/** Temporary errors while a server starts, recovers or stops: PostgreSQL's class 57P, and socket errors. */
export const NOT_YET = new Set([
  "57P03",
  "57P01",
  "57P02",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);
/** The role, its password or the database is missing: the cluster is new, or its creation was interrupted. */
const NOT_PROVISIONED = new Set(["28P01", "28000", "3D000"]);

export const url = (user, password, port, database) =>
  `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;

async function connect(connectionString) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Runs `use` with a new connection and closes it. */
export async function withClient(connectionString, use) {
  const client = await connect(connectionString);
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Retries to connect until it succeeds, `exitReason()` returns a reason, or the time is over. The error contains the last
 * attempt's code but no address.
 */
export async function untilReady(
  connectionString,
  {
    exitReason = () => undefined,
    timeoutMs = READY_TIMEOUT_MS,
    isTemporary = (code) => NOT_YET.has(code),
  } = {},
) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await withClient(connectionString, () => true);
    } catch (error) {
      const reason = exitReason();
      if (reason !== undefined) throw new Error(reason);
      if (!isTemporary(error.code) && !/timeout|terminated/i.test(error.message)) throw error;
      if (Date.now() > deadline) {
        throw Object.assign(new Error(`PostgreSQL did not answer within ${timeoutMs / 1000} s.`), {
          code: error.code,
        });
      }
      await pause(RETRY_MS);
    }
  }
}

/**
 * Creates the role `parley` (not a superuser; it creates the application's role, schemas and extensions in its database)
 * and its database `parley`. It can be repeated, so that an interrupted first start is completed.
 */
export async function provision({ adminUrl, productUrl, password }) {
  try {
    await untilReady(productUrl);
    return;
  } catch (error) {
    if (!NOT_PROVISIONED.has(error.code)) throw error;
  }
  await withClient(adminUrl, async (client) => {
    const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = 'parley'");
    const verb = role.rowCount === 0 ? "CREATE" : "ALTER";
    await client.query(`${verb} ROLE parley LOGIN NOSUPERUSER NOCREATEDB CREATEROLE PASSWORD '${password}'`);
    const database = await client.query("SELECT 1 FROM pg_database WHERE datname = 'parley'");
    if (database.rowCount === 0) await client.query("CREATE DATABASE parley OWNER parley");
    await client.query("REVOKE CONNECT ON DATABASE parley FROM PUBLIC");
  });
  await untilReady(productUrl);
}
