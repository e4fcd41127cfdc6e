import type pg from "pg";
import { nameOf, type Statement, sendBatchOn } from "./batch";
import { beginStatements } from "./begin-statements";
import { describeMisfit, type SchemaState } from "./schema-level";

/** How long a process relies on the last check: a contract migration waits until older processes have ended, so that this is the second line. */
export const SCHEMA_CHECK_MS = 5_000;
/** The code of a table that does not exist. */
const UNDEFINED_TABLE = "42P01";

const text = "select level, oldest_release from schema_state where name = 'public'";
const selectState: Statement = { name: nameOf(text), text, values: [] };

/** This release cannot use the database. The message says why and what to do. */
export class SchemaMisfitError extends Error {
  override name = "SchemaMisfitError";
}

/** Reads the schema's level with the application's role; null for a database without one. */
async function readState(client: pg.ClientBase): Promise<SchemaState | null> {
  try {
    const rows = await sendBatchOn(client, [...beginStatements(null), selectState]);
    return (rows.at(-1)?.[0] as SchemaState | undefined) ?? null;
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return null;
    throw error;
  }
}

/** Until when the last answer holds, and the check in progress. */
let fitsUntilMs = Number.NEGATIVE_INFINITY;
let pending: Promise<void> | undefined;

async function check(client: pg.ClientBase): Promise<void> {
  const startedMs = performance.now();
  const misfit = describeMisfit(await readState(client));
  fitsUntilMs = misfit === null ? startedMs + SCHEMA_CHECK_MS : Number.NEGATIVE_INFINITY;
  if (misfit !== null) throw new SchemaMisfitError(misfit);
}

/**
 * Throws `SchemaMisfitError` unless this release may use the schema. Every connection that is given to a request calls it. It
 * asks the database once in `SCHEMA_CHECK_MS`, for all connections of this process, and each time after the answer was no.
 */
export async function requireSchema(client: pg.ClientBase): Promise<void> {
  if (performance.now() < fitsUntilMs) return;
  pending ??= check(client).finally(() => {
    pending = undefined;
  });
  await pending;
}
