import type pg from "pg";
import { nameOf, type Statement, sendBatchOn } from "./batch";
import { beginStatements } from "./begin-statements";
import { ACQUIRE_TIMEOUT_MS } from "./connection";
import { describeMisfit, type SchemaState } from "./schema-level";

/** How long a process relies on the last check: a contract migration waits until older processes have ended, so that this is the second line. */
export const SCHEMA_CHECK_MS = 5_000;
/** The code of a table that does not exist. */
const UNDEFINED_TABLE = "42P01";

/**
 * Longer than one row of one table takes. A connection that does not answer delays other requests this long, and before the first
 * answer as long as they wait for a connection.
 */
const CHECK_TIMEOUT_MS = 2_000;

// Qualified: behind a pooler, a session can have another search path.
const text = "select level, oldest_release from public.schema_state where name = 'public'";
const selectState: Statement = { name: nameOf(text), text, values: [] };

/** This release cannot use the database. The message says why and what to do. */
export class SchemaMisfitError extends Error {
  override name = "SchemaMisfitError";
}

/** The last answer, until when it holds, and the check in progress. `pending` resolves with the error of its check, if any. */
let isLastFit = false;
let fitsUntilMs = Number.NEGATIVE_INFINITY;
let pending: Promise<unknown> | undefined;

/** Reads the schema's level with the application's role; null for a database without one. */
async function readState(client: pg.ClientBase): Promise<SchemaState | null> {
  try {
    const timeoutMs = isLastFit ? CHECK_TIMEOUT_MS : ACQUIRE_TIMEOUT_MS;
    const rows = await sendBatchOn(client, [...beginStatements(null), selectState], timeoutMs);
    return (rows.at(-1)?.[0] as SchemaState | undefined) ?? null;
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return null;
    throw error;
  }
}

async function check(client: pg.ClientBase): Promise<void> {
  const startedMs = performance.now();
  let misfit: string | null;
  try {
    misfit = describeMisfit(await readState(client));
  } catch (error) {
    // This connection has failed, which says nothing about the schema.
    if (isLastFit) fitsUntilMs = performance.now() + SCHEMA_CHECK_MS;
    throw error;
  }
  isLastFit = misfit === null;
  fitsUntilMs = isLastFit ? startedMs + SCHEMA_CHECK_MS : Number.NEGATIVE_INFINITY;
  if (misfit !== null) throw new SchemaMisfitError(misfit);
}

/** Whether the last answer was yes and is recent enough, or could not be renewed by a connection that failed. */
export const isSchemaAccepted = (): boolean => performance.now() < fitsUntilMs;

/**
 * Throws `SchemaMisfitError` unless this release may use the schema. Every connection that is given to a request calls it. It
 * asks the database once in `SCHEMA_CHECK_MS`, for all connections of this process, and each time after the answer was no.
 * If the connection that asks fails, only its request gets the error: the last yes holds for the next interval, and before the
 * first answer each connection asks.
 */
export async function requireSchema(client: pg.ClientBase): Promise<void> {
  if (isSchemaAccepted()) return;
  if (pending === undefined) {
    const current = check(client);
    pending = current.catch((error: unknown) => error).finally(() => (pending = undefined));
    return current;
  }
  const error = await pending;
  if (error instanceof SchemaMisfitError) throw error;
  if (!isSchemaAccepted()) await check(client);
}
