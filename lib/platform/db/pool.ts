import pg from "pg";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { perProcess } from "@/lib/platform/per-process";

/** How long a request may wait for a free connection before it is answered 503. */
const ACQUIRE_TIMEOUT_MS = 5_000;
/** A statement that runs longer than this holds locks that others wait for; nothing in the product needs as long. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A transaction that a crashed process left open gives its locks back after this time. */
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

/** `2026-11-21 01:49:16.1+00` → `2026-11-21T01:49:16.100Z`. The session's zone is UTC, so the offset is always +00. */
export function timestamp(text: string): string {
  const fraction = text.length > 22 ? text.slice(20, -3).padEnd(3, "0").slice(0, 3) : "000";
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/** Rows as the product knows them: times are RFC 3339 text, 8-byte integers are numbers (counts, milliseconds, sequence numbers). */
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

/** The address of the database; `bin/start.mjs` sets it, for the embedded one too. */
export function databaseUrl(): string {
  if (env.DATABASE_URL === undefined)
    throw new Error("DATABASE_URL is not set. Start Parley with `npm start`, or set it.");
  return env.DATABASE_URL;
}

/** Every connection drops to the application's role before its first statement, and speaks UTC. */
export const connection = (): pg.ClientConfig => ({
  connectionString: databaseUrl(),
  types,
  options: "-c role=parley_app -c timezone=UTC",
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
  application_name: "parley",
});

const shared = perProcess<{ pool?: pg.Pool }>("db.pool", () => ({}));

/** The one pool of this process, made at its first use. */
export function pool(): pg.Pool {
  if (shared.pool === undefined) {
    shared.pool = new pg.Pool({ ...connection(), max: env.DATABASE_POOL, idleTimeoutMillis: 30_000 });
    const lost = (error: Error) => log.warn({ err: error }, "a database connection was lost");
    shared.pool.on("error", lost);
    // One that is in use tells its query as well, but later: without a listener it would end the process first.
    shared.pool.on("connect", (client) => client.on("error", lost));
  }
  return shared.pool;
}

/** How many connections this process has open, how many of them are idle, and how many askers wait for one. */
export function poolCounts(): { open: number; idle: number; waiting: number; most: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = shared.pool ?? {};
  return { open: totalCount, idle: idleCount, waiting: waitingCount, most: env.DATABASE_POOL };
}

/** Closes every connection; a later use opens them anew. */
export async function closePool(): Promise<void> {
  const open = shared.pool;
  delete shared.pool;
  await open?.end();
}
