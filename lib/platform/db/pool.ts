import pg from "pg";
import { env } from "@/lib/platform/env";
import { globalSingleton } from "@/lib/platform/global-singleton";
import { log } from "@/lib/platform/log";

/** How long a request waits for a free connection before it gets a 503. */
const ACQUIRE_TIMEOUT_MS = 5_000;
/** A longer statement holds locks that others wait for. No statement of the product needs this long. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** After this time PostgreSQL releases the locks of a transaction that a crashed process left open. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

const OID = {
  bytea: 17,
  int8: 20,
  json: 114,
  timestamptz: 1184,
  int8Array: 1016,
  numeric: 1700,
  jsonb: 3802,
} as const;

/**
 * `2026-11-21 01:49:16.1+00` → `2026-11-21T01:49:16.100Z`. The session's time zone is UTC, so the offset is
 * always +00.
 */
export function timestamp(text: string): string {
  const fraction = text.length > 22 ? text.slice(20, -3).padEnd(3, "0").slice(0, 3) : "000";
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/**
 * Column parsers: times become RFC 3339 text, 8-byte integers numbers (counts, milliseconds, sequence
 * numbers).
 */
const parsers: Record<number, (text: string) => unknown> = {
  [OID.int8]: Number,
  [OID.numeric]: Number,
  [OID.timestamptz]: timestamp,
  [OID.json]: (text) => JSON.parse(text),
  [OID.jsonb]: (text) => JSON.parse(text),
};

export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

/** The connection URL; `bin/start.mjs` sets it, also for the embedded database. */
export function databaseUrl(): string {
  if (env.DATABASE_URL === undefined)
    throw new Error("DATABASE_URL is not set. Start Parley with `npm start`, or set DATABASE_URL.");
  return env.DATABASE_URL;
}

/** Connection settings. Each connection uses the application's role and UTC from its first statement. */
export const connection = (): pg.ClientConfig => ({
  connectionString: databaseUrl(),
  types,
  options: "-c role=parley_app -c timezone=UTC",
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
  application_name: "parley",
});

const shared = globalSingleton<{ pool?: pg.Pool }>("db.pool", () => ({}));

/** This process's connection pool, created at the first use. */
export function pool(): pg.Pool {
  if (shared.pool === undefined) {
    shared.pool = new pg.Pool({ ...connection(), max: env.DATABASE_POOL, idleTimeoutMillis: 30_000 });
    const logLostConnection = (error: Error) => log.warn({ err: error }, "a database connection was lost");
    shared.pool.on("error", logLostConnection);
    // A connection in use also fails its query, but later: without a listener the error would end the process
    // first.
    shared.pool.on("connect", (client) => client.on("error", logLostConnection));
  }
  return shared.pool;
}

/** When each request for a connection that has none yet began, oldest first. */
const waiting = new Set<{ sinceMs: number }>();

/** A connection of the pool. The caller releases it. Throws if none is free within five seconds. */
export async function acquireConnection(): Promise<pg.PoolClient> {
  const entry = { sinceMs: performance.now() };
  waiting.add(entry);
  try {
    return await pool().connect();
  } finally {
    waiting.delete(entry);
  }
}

/** How long the oldest of the requests that wait for a connection has waited, in milliseconds; 0 without any. */
export function oldestDatabaseWaitMs(): number {
  const [oldest] = waiting;
  return oldest === undefined ? 0 : performance.now() - oldest.sinceMs;
}

/** Numbers of open connections, of idle ones, and of requests that wait for one. */
export function poolCounts(): { open: number; idle: number; waiting: number; max: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = shared.pool ?? {};
  return { open: totalCount, idle: idleCount, waiting: waitingCount, max: env.DATABASE_POOL };
}

/** Closes every connection. A later use opens new ones. */
export async function closePool(): Promise<void> {
  const open = shared.pool;
  delete shared.pool;
  await open?.end();
}
