import { sql } from "kysely";

/** PostgreSQL's division_by_zero. Nothing else in the product's queries divides. */
const DIVISION_BY_ZERO = "22012";

/**
 * Selected by a query, it fails the whole batch where that query finds no row: so a batch that was written from what a
 * process remembers is kept only if that is still so, without a round trip to read it first. See `isOutdated`.
 */
export const still = sql<number>`1 / count(*)`.as("still");

/** Whether a batch was refused by `still`. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { code?: unknown }).code === DIVISION_BY_ZERO;
