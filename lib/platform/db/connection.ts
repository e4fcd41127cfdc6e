import pg from "pg";
import { env } from "@/lib/platform/env";
import { APPLICATION_NAME } from "./schema-level";

/** How long a request waits for a free connection before it gets a 503. */
export const ACQUIRE_TIMEOUT_MS = 5_000;
/** A longer statement holds locks that others wait for. No statement of the product needs this long. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** After this time PostgreSQL releases the locks of a transaction that a crashed process left open. */
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** The role of the product's statements, which row-level security restricts to one workspace. */
export const APPLICATION_ROLE = "parley_app";

/** Detects a host that disappeared while a connection was idle, as that of LISTEN is. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

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

/** The URL of the product's statements; `bin/start.mjs` sets it, also for the embedded database. */
export function databaseUrl(): string {
  if (env.DATABASE_URL === undefined)
    throw new Error("DATABASE_URL is not set. Start Parley with `npm start`, or set DATABASE_URL.");
  return env.DATABASE_URL;
}

/**
 * The URL of PostgreSQL itself, for what needs a session: migrations, LISTEN, the job queue, session locks and single
 * sign-on's own pool.
 */
export const directUrl = (): string => env.DATABASE_DIRECT_URL ?? databaseUrl();

/**
 * Whether `databaseUrl` leads through a pooler such as PgBouncer, which gives each transaction another session. Then
 * every transaction sets its role itself (`beginStatements`).
 */
export const isPooled = (): boolean => env.DATABASE_DIRECT_URL !== undefined;

/** Whether statements are prepared once by name. A pooler loses names unless it keeps a list of them (PgBouncer 1.21). */
export const hasNamedStatements = (): boolean => !isPooled() || env.DATABASE_NAMED_STATEMENTS === "1";

const common = (connectionString: string): pg.ClientConfig => ({
  connectionString,
  types,
  connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
  application_name: APPLICATION_NAME,
  ...KEEP_ALIVE,
});

/** Settings of a connection to PostgreSQL itself. It uses the application's role and UTC from its first statement. */
export const directConnection = (): pg.ClientConfig => ({
  ...common(directUrl()),
  options: `-c role=${APPLICATION_ROLE} -c timezone=UTC`,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
});

/** Settings of a connection for the product's statements. PgBouncer refuses session settings at the start of a connection. */
export const connection = (): pg.ClientConfig => (isPooled() ? common(databaseUrl()) : directConnection());
