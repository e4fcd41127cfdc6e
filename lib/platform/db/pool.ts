import pg from "pg";
import { env } from "@/lib/platform/env";
import { globalSingleton } from "@/lib/platform/global-singleton";
import { log } from "@/lib/platform/log";
import { connection } from "./connection";
import { measureDatabaseClock, remeasureDatabaseClockBy } from "./database-clock";
import { logRefusal, prepareConnection } from "./prepare-connection";
import { isSchemaAccepted, requireSchema, SchemaMisfitError } from "./require-schema";

const shared = globalSingleton<{ pool?: pg.Pool }>("db.pool", () => ({}));

/** This process's connection pool, created at the first use. */
export function pool(): pg.Pool {
  if (shared.pool === undefined) {
    shared.pool = new pg.Pool({
      ...connection(),
      max: env.DATABASE_POOL,
      idleTimeoutMillis: 30_000,
      // Resolves before the connection is used. A rejection closes it.
      onConnect: prepareConnection as (client: pg.ClientBase) => void,
    });
    const logLostConnection = (error: Error) => log.warn({ err: error }, "a database connection was lost");
    shared.pool.on("error", logLostConnection);
    // A connection in use also fails its query, but later: without a listener the error would end the process
    // first.
    shared.pool.on("connect", (client) => client.on("error", logLostConnection));
  }
  return shared.pool;
}

/** Start times of requests that wait for a connection. */
const waiting = new Set<{ sinceMs: number }>();
/** Requests that have received a connection since the mean was last taken, and the sum of their waits. */
const connectionWaits = { count: 0, sumMs: 0 };

async function connectWithinLimit(): Promise<pg.PoolClient> {
  const entry = { sinceMs: performance.now() };
  waiting.add(entry);
  try {
    return await pool().connect();
  } finally {
    waiting.delete(entry);
    connectionWaits.count++;
    connectionWaits.sumMs += performance.now() - entry.sinceMs;
  }
}

/**
 * A connection of the pool. The caller releases it. Throws if none is free within five seconds, and `SchemaMisfitError` if this
 * release may not use the database's schema. A connection that fails at the check is replaced once.
 */
export async function acquireConnection(): Promise<pg.PoolClient> {
  const client = await connectWithinLimit();
  try {
    await requireSchema(client);
    return client;
  } catch (error) {
    client.release(isFatal(error));
    if (error instanceof SchemaMisfitError) logRefusal(error);
    else if (isSchemaAccepted()) return connectWithinLimit();
    throw error;
  }
}

/** After these errors PostgreSQL, or a pooler, closes the connection. */
const isFatal = (error: unknown): boolean =>
  ["FATAL", "PANIC"].includes((error as { severity?: unknown }).severity as string);

/** Runs `work` with a connection of the pool. A connection that the server closes is not given to the next request. */
export async function withConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await acquireConnection();
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    isBroken = isFatal(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/**
 * The mean wait for a connection in milliseconds, of the requests that have received one since the last call and of those that
 * still wait; 0 without any. Begins the next period, so that it has one caller.
 */
export function takeMeanDatabaseWaitMs(): number {
  const now = performance.now();
  const count = connectionWaits.count + waiting.size;
  const sumMs = [...waiting].reduce((sum, { sinceMs }) => sum + now - sinceMs, connectionWaits.sumMs);
  connectionWaits.count = 0;
  connectionWaits.sumMs = 0;
  return count === 0 ? 0 : sumMs / count;
}

/** Numbers of open connections, of idle ones, and of requests that wait for one. */
export function poolCounts(): { open: number; idle: number; waiting: number; max: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = shared.pool ?? {};
  return { open: totalCount, idle: idleCount, waiting: waitingCount, max: env.DATABASE_POOL };
}

remeasureDatabaseClockBy(async () => {
  if (shared.pool !== undefined) await withConnection(measureDatabaseClock);
});

/** Closes every connection. A later use opens new ones. */
export async function closePool(): Promise<void> {
  const open = shared.pool;
  delete shared.pool;
  await open?.end();
}
