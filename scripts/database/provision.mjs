// What a fresh cluster needs before the product can use it: the role it connects as, and its database.
import { pause } from "./cluster.mjs";

/** Recovery after a crash reads the log from the last checkpoint on; a minute covers what a machine of this size can write in between. */
const READY_TIMEOUT_MS = 60_000;
/** Between two tries to connect while the server comes up. */
const RETRY_MS = 25;
/** Answers while a server starts, recovers or stops: worth another try. Source: PostgreSQL's error codes, class 57P, and those of sockets. */
const NOT_YET = new Set(["57P03", "57P01", "57P02", "ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** The role, its password or the database is not there: the cluster is new, or its making was interrupted. */
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

/** Runs `use` with a connection of its own. */
export async function withClient(connectionString, use) {
  const client = await connect(connectionString);
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Connects until it works, the server ends, or the time is over. The error has no address in it, but the last try's code. */
export async function untilReady(
  connectionString,
  { gone = () => undefined, timeoutMs = READY_TIMEOUT_MS } = {},
) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await withClient(connectionString, () => true);
    } catch (error) {
      const ended = gone();
      if (ended !== undefined) throw new Error(ended);
      if (!NOT_YET.has(error.code) && !/timeout|terminated/i.test(error.message)) throw error;
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
 * The role `parley` (no superuser; it makes the application's role, and schemas and extensions in its own database)
 * and the database `parley` that belongs to it. Repeated without harm: an interrupted first start is completed.
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
