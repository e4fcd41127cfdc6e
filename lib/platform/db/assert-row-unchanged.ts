import { sql } from "kysely";

/** PostgreSQL's division_by_zero. No other query of the product divides. */
const DIVISION_BY_ZERO = "22012";

/**
 * Select expression that aborts the batch if its query finds no row, by dividing by zero. A batch that relies
 * on cached state includes it, so that it is committed only if that state is current, without a read first.
 * See `isStaleWrite`.
 */
export const assertRowUnchanged = sql<number>`1 / count(*)`.as("still");

/** Whether `assertRowUnchanged` aborted the batch. */
export const isStaleWrite = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { code?: unknown }).code === DIVISION_BY_ZERO;
